"""Where points lie in the areas of a GeoJSON text, by GEOS (shapely).

Arguments: the GeoJSON file, the file of points (pairs of little-endian doubles), the file to write: for each
feature one byte a point, 0 outside, 1 boundary, 2 inside. GEOS needs valid geometries for its relations, so
each polygon is asked on its own (`covers`, `contains_properly`); of several polygons of a feature the best
answer counts. An invalid polygon's feature is written as 255 throughout and left out of the comparison.
"""
import json
import sys

import numpy
import shapely


def polygons(geometry):
    if geometry is None:
        return []
    kind = geometry["type"]
    if kind == "GeometryCollection":
        return [p for part in geometry["geometries"] for p in polygons(part)]
    if kind == "Polygon":
        parts = [geometry["coordinates"]]
    elif kind == "MultiPolygon":
        parts = geometry["coordinates"]
    else:
        parts = []
    return [shapely.Polygon(p[0], p[1:]) for p in parts if p]


def answers(geometry, points):
    result = numpy.zeros(len(points), dtype=numpy.uint8)
    for polygon in polygons(geometry):
        if not polygon.is_valid:
            result[:] = 255
            return result
        shapely.prepare(polygon)
        covered = shapely.covers(polygon, points)
        inside = shapely.contains_properly(polygon, points)
        result = numpy.maximum(result, covered.astype(numpy.uint8) + inside.astype(numpy.uint8))
    return result


text, point_file, result_file = sys.argv[1:4]
with open(text, encoding="utf-8") as file:
    document = json.load(file)
pairs = numpy.fromfile(point_file, dtype="<f8").reshape(-1, 2)
points = shapely.points(pairs)
with open(result_file, "wb") as file:
    for feature in document["features"]:
        file.write(answers(feature["geometry"], points).tobytes())
print(shapely.__version__, shapely.geos_version_string, len(pairs))
