"""For each number (one a line): the bits of its double, then its value as a 64-bit integer or `-`."""
import decimal
import struct
import sys

decimal.getcontext().prec = 2000
for line in sys.stdin:
    text = line.strip()
    bits = struct.unpack(">Q", struct.pack(">d", float(text)))[0]
    exact = decimal.Decimal(text)
    whole = "-"
    if abs(exact.adjusted()) < 400 or exact == 0:
        if exact == exact.to_integral_value() and -(2**63) <= exact < 2**63:
            whole = str(int(exact))
    print(f"{bits:016x} {whole}")
