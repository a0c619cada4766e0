"""The direct problem of the geodesic: where one arrives after going a length along a bearing on the WGS 84
ellipsoid, by Runge-Kutta steps of the geodesic equations; no formula in common with Vincenty's inverse.

Input: lines `longitude latitude bearing length`. Output: lines `longitude latitude`.
"""
import math
import sys

A = 6378137.0
F = 1 / 298.257223563
E2 = F * (2 - F)


def slope(state):
    latitude, _, azimuth = state
    w = 1 - E2 * math.sin(latitude) ** 2
    meridian = A * (1 - E2) / w ** 1.5
    vertical = A / math.sqrt(w)
    east = math.sin(azimuth) / (vertical * math.cos(latitude))
    return (math.cos(azimuth) / meridian, east, east * math.sin(latitude))


def moved(state, change, step):
    return tuple(s + c * step for s, c in zip(state, change))


for line in sys.stdin:
    longitude, latitude, bearing, length = map(float, line.split())
    state = (math.radians(latitude), math.radians(longitude), math.radians(bearing))
    count = max(200, int(length / 5000))
    step = length / count
    for _ in range(count):
        k1 = slope(state)
        k2 = slope(moved(state, k1, step / 2))
        k3 = slope(moved(state, k2, step / 2))
        k4 = slope(moved(state, k3, step))
        total = tuple(a + 2 * b + 2 * c + d for a, b, c, d in zip(k1, k2, k3, k4))
        state = moved(state, total, step / 6)
    print(repr(math.degrees(state[1])), repr(math.degrees(state[0])))
