"""Writes each JSON text of the input (one a line, in hexadecimal) again, compact and with two spaces
a level, in hexadecimal. The four characters that the writer escapes beyond Python are escaped here."""
import json
import sys


def escaped(text):
    for character in "\x7f\x85\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8").hex()


for line in sys.stdin:
    # Numbers would be written from their value: keep the text through marked strings instead.
    mark = "\ue000number "
    value = json.loads(
        bytes.fromhex(line.strip()).decode("utf-8"),
        parse_int=lambda text: mark + text, parse_float=lambda text: mark + text)

    def out(**options):
        text = json.dumps(value, ensure_ascii=False, **options)
        parts = text.split('"' + mark)
        return parts[0] + "".join(p.replace('"', "", 1) for p in parts[1:])

    print(escaped(out(separators=(",", ":"))), escaped(out(indent=2)))
