/// What can be said of a feature without looking at its neighbours.
extension CheckDraft {
  mutating func checkNotes() {
    for note in collection.notes {
      let kind: SectorFinding.Kind =
        switch note.kind {
        case .unclosedRing: .unclosedRing
        case .closingHeightDiffers: .closingHeightDiffers
        case .legacyReferenceSystem: .legacyReferenceSystem
        case .badBoundingBox: .badBoundingBox
        case .byteOrderMark: .byteOrderMark
        }
      let isOfRing = note.kind == .unclosedRing || note.kind == .closingHeightDiffers
      add(kind, feature: isOfRing ? feature(around: note.offset) : nil, offset: note.offset)
    }
  }

  /// The feature in which a ring starts. Features lie in the order of the text.
  private func feature(around offset: Int) -> Int? {
    var (low, high) = (0, collection.features.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if collection.features[middle].offset <= offset { low = middle } else { high = middle }
    }
    return high > 0 ? low : nil
  }

  mutating func checkFeature(
    _ number: Int, _ mapping: PropertyMapping, _ region: BoundingBox?
  ) {
    let feature = collection.features[number]
    if feature.id == nil { add(.missingID, feature: number, offset: feature.offset) }
    if feature.statedKind == nil {
      let word = feature.otherProperties.first { $0.name == mapping.kind }?.value.word
      if let word {
        add(.unknownKind(word), feature: number, offset: feature.offset)
      } else if mapping.defaultKind == nil {
        add(.missingKind, feature: number, offset: feature.offset)
      }
    }
    if feature.parts.isEmpty { add(.noGeometry, feature: number, offset: feature.offset) }
    if let region { checkRegion(number, region) }
  }

  /// One finding a feature is enough: files are wrong as a whole.
  private mutating func checkRegion(_ number: Int, _ region: BoundingBox) {
    for part in collection.parts[collection.features[number].parts] {
      let outside = collection.vertices[part.vertices].first { !region.contains(Position($0)) }
      guard let outside else { continue }
      let isSwapped = Position(outside).swapped.map(region.contains) ?? false
      return add(
        isSwapped ? .looksSwapped : .outsideRegion, feature: number, at: outside,
        offset: part.offset)
    }
  }

  mutating func checkIDs() {
    var features: [String: [Int]] = [:]
    for (number, feature) in collection.features.enumerated() {
      if let id = feature.id { features["\(feature.kind) \(id)", default: []].append(number) }
    }
    for numbers in features.values where numbers.count > 1 {
      let second = collection.features[numbers[1]]
      add(.repeatedID(count: numbers.count), feature: numbers[1], offset: second.offset)
    }
  }
}
