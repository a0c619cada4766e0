import Sectors

extension BoundingBox {
  /// Spain with its islands, Ceuta and Melilla: from El Hierro (18.16 W, 27.64 N) to Menorca (4.33 E) and Estaca
  /// de Bares (43.79 N), by the extreme coordinates that the Instituto Geográfico Nacional gives, and half a degree
  /// more. Its latitudes are no longitudes of it: exchanged numbers show.
  public static let spain = BoundingBox(west: -18.66, south: 27.14, east: 4.83, north: 44.29)
}
