"""Columns of each assigned character in a terminal, by the Unicode database: a JSON object, code point to 0, 1 or 2."""

import json
import unicodedata

widths = {}
for code in range(0x20, 0x3FFFF):
    if 0xD800 <= code <= 0xDFFF:
        continue
    category = unicodedata.category(chr(code))
    if category in ("Cn", "Co", "Cs"):
        continue
    if category in ("Mn", "Me", "Cf", "Cc") and code != 0xAD:
        width = 0
    elif unicodedata.east_asian_width(chr(code)) in ("W", "F"):
        width = 2
    else:
        width = 1
    widths[code] = width
print(json.dumps(widths))
