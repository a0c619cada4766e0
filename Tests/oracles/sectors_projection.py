"""Degrees of UTM positions by PROJ: lines "epsg easting northing" to lines "longitude latitude"."""

import sys

import pyproj

transformers = {}
for line in sys.stdin:
    code, easting, northing = line.split()
    if code not in transformers:
        transformers[code] = pyproj.Transformer.from_crs(int(code), 4326, always_xy=True)
    longitude, latitude = transformers[code].transform(float(easting), float(northing))
    print(repr(longitude), repr(latitude))
