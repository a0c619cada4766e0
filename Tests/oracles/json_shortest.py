"""Checks texts of doubles: each line has the bits and the text; the text must be JSON, read back as
the same bits and have the digits of Python's repr. Prints the lines that fail."""
import json
import struct
import sys


def digits(text):
    return text.lower().split("e")[0].replace("-", "").replace(".", "").strip("0")


for line in sys.stdin:
    bits, text = line.split()
    number = struct.unpack(">d", bytes.fromhex(bits))[0]
    back = float(json.loads(text, parse_int=float))
    if struct.pack(">d", back).hex() != bits or digits(text) != digits(repr(number)):
        print(line.strip(), repr(number))
