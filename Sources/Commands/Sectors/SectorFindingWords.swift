import DataLibrary
import JSONText
import Phrasebook
import Sectors

extension Phrasebook {
  /// - Parameter hasPlaces: false for a file that was converted: its lines are not those that were read.
  func fault(_ finding: SectorFinding, hasPlaces: Bool = true) -> DataFault {
    DataFault(
      code: finding.code, position: hasPlaces ? finding.position : nil, place: "\(finding.path)",
      message: message(finding))
  }

  func fault(_ error: GeoJSONError) -> DataFault {
    DataFault(
      code: error.code, position: error.position, place: "\(error.path)",
      message: message(
        error.kind, offset: error.offset, position: error.position, path: error.path))
  }

  private func message(_ finding: SectorFinding) -> String {
    var values = ["id": finding.id ?? "-"]
    var count: Int?
    switch finding.kind {
    case .unreadable(let kind):
      return message(
        kind, offset: finding.offset, position: finding.position, path: finding.path)
    case .duplicateVertices(let number), .repeatedID(let number): count = number
    case .sliver(let metres): values["area"] = squareMetres(metres)
    case .overlap(let other, let metres, let isSeam):
      values["other"] = other
      values["area"] = squareMetres(metres)
      values["place"] = place(finding.place)
      if isSeam { return phrase("sector_finding.seam", values) }
    case .unknownKind(let word): values["word"] = word
    case .winding(let isHole):
      return phrase(isHole ? "sector_finding.winding_hole" : "sector_finding.winding_shell", values)
    default: values["place"] = place(finding.place)
    }
    return phrase("sector_finding.\(finding.code)", values, count: count)
  }

  private func message(
    _ kind: GeoJSONError.Kind, offset: Int, position: TextPosition, path: JSONPath
  ) -> String {
    var values: [String: String] = [:]
    switch kind {
    case .json(let kind):
      return fault(JSONTextError(kind: kind, offset: offset, position: position, path: path))
        .message
    case .expected(let wanted, let found):
      values = ["wanted": phrase("json_kind.\(wanted)"), "found": phrase("json_kind.\(found)")]
    case .missingMember(let name), .unexpectedType(let name): values = ["name": name]
    case .wrongNesting(let type): values = ["name": type.rawValue]
    case .positionTooShort(let count), .ringTooShort(let count), .lineTooShort(let count):
      values = ["count": "\(count)"]
    case .outOfRange(let longitude, let latitude, let likely):
      values = ["numbers": "\(longitude), \(latitude)"]
      let text = phrase("sector_finding.geojson_out_of_range", values)
      guard let likely else { return text }
      return text + " " + phrase("sector_finding.likely.\(likely.rawValue)")
    case .unsupportedReferenceSystem(let name, _): values = ["name": name]
    case .tooManyPositions(let limit), .collectionsTooDeep(let limit):
      values = ["limit": integer(limit)]
    case .newlineDelimited, .topoJSON, .unclosedRing: break
    }
    return phrase("sector_finding.\(kind.code)", values)
  }

  private func place(_ position: Position?) -> String {
    // Seven decimals are a centimetre.
    func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
    return position.map { "\(rounded($0.latitude)),\(rounded($0.longitude))" } ?? "-"
  }

  /// Whole square metres, or with decimals below one.
  func squareMetres(_ area: Double) -> String {
    let number =
      area < 10
      ? decimal(Int((area * 100).rounded()), places: 2) : integer(Int(min(area, 1e15).rounded()))
    return phrase("sectors.square_metres", ["number": number])
  }
}
