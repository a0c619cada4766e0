"""Lookups in sector files: aparka beside shapely (GEOS) and togo (tg), same points, same run.

usage: sectors.py BENCH_BINARY [GEOJSON ...]

BENCH_BINARY is .build/release/aparka-bench-sectors; the files (without any, the sectors that come with the
program and the towns' official ones, which are looked for beside the checkout) are measured beside two made
here: 10,000 polygons with 1,000,000 vertices in all, and texts of 1, 10 and 100 MB for the time of reading.
All on one core, in processor time.
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

import numpy
import shapely

try:
    import togo
except ImportError:
    togo = None

# Towns' own files, which are not part of the checkout.
OFFICIAL = ["pamplona/sectors.geojson", "pamplona/barrios.geojson", "madrid/ser-barrios.geojson",
            "madrid/ser-limit.geojson"]


def star(longitude, latitude, radius, count, randomness):
    ring = []
    for step in range(count):
        turn = 2 * math.pi * step / count
        reach = radius * randomness.uniform(0.6, 1)
        ring.append([round(longitude + reach * math.cos(turn), 7),
                     round(latitude + reach * math.sin(turn), 7)])
    return ring + [ring[0]]


def generated(path, polygons, vertices):
    randomness = random.Random(1)
    side = math.isqrt(polygons)
    with open(path, "w") as file:
        file.write('{"type":"FeatureCollection","features":[\n')
        for number in range(polygons):
            ring = star(-4 + 0.02 * (number % side), 40 + 0.02 * (number // side), 0.012,
                        vertices - 1, randomness)
            feature = {"type": "Feature", "id": number, "properties": {"kind": "sector"},
                       "geometry": {"type": "Polygon", "coordinates": [ring]}}
            file.write((",\n" if number else "") + json.dumps(feature, separators=(",", ":")))
        file.write("\n]}\n")


def own(binary, path, points=None):
    words = subprocess.run([binary, path] + ([points] if points else []), check=True,
                           capture_output=True, text=True).stdout.split()
    return dict((name, float(value)) for name, value in (word.split("=") for word in words))


def memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def rate(count, work):
    """How often a second, the best of three runs."""
    least = math.inf
    for _ in range(3):
        start = time.process_time()
        result = work()
        least = min(least, time.process_time() - start)
    return count / least, result


def areas(document):
    for feature in document["features"]:
        geometry = feature["geometry"]
        if geometry and geometry["type"] == "Polygon":
            yield [geometry["coordinates"]]
        elif geometry and geometry["type"] == "MultiPolygon":
            yield geometry["coordinates"]


def with_shapely(document, pairs):
    before = memory()
    polygons = [shapely.Polygon(p[0], p[1:]) for parts in areas(document) for p in parts if p]
    tree = shapely.STRtree(polygons)
    for polygon in polygons:
        shapely.prepare(polygon)
    points = shapely.points(pairs)
    query = tree.query
    scalar, _ = rate(len(points), lambda: sum(
        len(query(point, predicate="covered_by")) for point in points))
    bulk, hits = rate(len(pairs), lambda: query(points, predicate="covered_by").shape[1])
    loop = None
    if len(polygons) == 1:
        polygon = polygons[0]
        loop, _ = rate(len(points), lambda: sum(polygon.covers(point) for point in points))
    return {"scalar": scalar, "bulk": bulk, "loop": loop, "hits": hits,
            "memory": memory() - before}


def with_togo(document, pairs):
    """tg has no index over many geometries: it is asked only for polygons whose box has the point, chosen
    beforehand, so that nothing but its own test and the call from Python are timed."""
    togo.set_polygon_indexing_mode(togo.TGIndex.YSTRIPES)
    before = memory()
    polygons = [p for parts in areas(document) for p in parts if p]
    geometries = [togo.Geometry(json.dumps({"type": "Polygon", "coordinates": p}), fmt="geojson")
                  for p in polygons]
    used = memory() - before
    boxes = shapely.STRtree([shapely.Polygon(p[0]).envelope for p in polygons])
    tried = boxes.query(shapely.points(pairs), predicate="covered_by")
    calls = [(geometries[g], togo.Point(*pairs[p]).as_geometry()) for p, g in zip(*tried)]
    tests, _ = rate(len(calls), lambda: sum(g.covers(p) for g, p in calls))
    # The same loop and call with next to nothing to do, to take off what Python costs.
    square = togo.Geometry('{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]}',
                           fmt="geojson")
    empty, _ = rate(len(calls), lambda: sum(square.covers(p) for _, p in calls))
    each = len(calls) / len(pairs)
    return {"lookups": tests / each, "each": each, "memory": used,
            "net": 1 / max(1e-9, (1 / tests - 1 / empty) * each)}


def usual_files():
    """The shipped sectors and those of OFFICIAL that are there; tells what is not."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    files = [os.path.join(root, "sectors", "pamplona.geojson")]
    folders = [os.path.join(root, *up, "shared", "data", "geo") for up in ([".."], ["..", ".."])]
    folder = next(filter(os.path.isdir, folders), folders[0])
    for name in OFFICIAL:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            files.append(path)
        else:
            print(f"Not measured, not there: {os.path.normpath(path)}")
    return files


def main():
    binary, files = sys.argv[1], sys.argv[2:] or usual_files()
    if not togo:
        print("Not measured: tg (pip install togo)")
    with tempfile.TemporaryDirectory() as folder:
        print("Reading (one run each)")
        for size, polygons in ((1, 450), (10, 4500), (100, 45000)):
            path = os.path.join(folder, f"{size}.geojson")
            generated(path, polygons, 100)
            found = own(binary, path)
            print(f"  {found['bytes'] / 1e6:7.1f} MB  read {found['mb_per_s']:6.1f} MB/s,"
                  f" index {found['index_s']:.3f} s, memory {found['memory_mb']:.0f} MB")
            os.remove(path)
        large = os.path.join(folder, "10,000 polygons")
        generated(large, 10000, 100)
        for path in files + [large]:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
            rings = [p[0] for parts in areas(document) for p in parts if p]
            if not rings:
                continue
            corners = numpy.array([c[:2] for ring in rings for c in ring])
            (west, south), (east, north) = corners.min(axis=0), corners.max(axis=0)
            generator = numpy.random.default_rng(2)
            pairs = numpy.column_stack((generator.uniform(west, east, 50000),
                                        generator.uniform(south, north, 50000)))
            points = os.path.join(folder, "points")
            pairs.tofile(points)
            mine = own(binary, path, points)
            geos = with_shapely(document, pairs)
            name = os.path.join(*path.split(os.sep)[-2:]) if path != large else "generated"
            print(f"{name}: {len(rings)} polygons, {len(corners)} vertices,"
                  f" {mine['hits']:.0f} hits (GEOS {geos['hits']})")
            print(f"  aparka   {mine['visit_per_s']:12,.0f} lookups/s,"
                  f" as a sorted list {mine['list_per_s']:12,.0f},"
                  f" nearest {mine['nearest_per_s']:10,.0f}, memory {mine['memory_mb']:.0f} MB")
            print(f"  shapely  {geos['scalar']:12,.0f} scalar, {geos['bulk']:12,.0f} in bulk,"
                  f" memory {geos['memory']:.0f} MB: aparka is"
                  f" {mine['visit_per_s'] / geos['scalar']:.0f} and"
                  f" {mine['visit_per_s'] / geos['bulk']:.1f} times as fast")
            if geos["loop"]:
                print(f"           {geos['loop']:12,.0f} one prepared polygon, scalar")
            if togo:
                tg = with_togo(document, pairs)
                print(f"  togo/tg  {tg['lookups']:12,.0f} lookups/s without an index of its own"
                      f" ({tg['each']:.2f} tests each), {tg['net']:12,.0f} less the calls,"
                      f" memory {tg['memory']:.0f} MB")


main()
