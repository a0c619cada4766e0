import Phrasebook

extension InfoLibrary {
  /// A fault and the file that it is in, or that is missing.
  public struct Finding: Hashable, Sendable {
    public let path: String
    public let fault: InfoFault
  }

  /// Everything that is wrong with the pages of all languages, by language and page.
  ///
  /// - Parameters:
  ///   - zones: the ids and colours of the zones of all towns; nil does not check.
  ///   - causes: the causes of notices of all towns; nil does not check.
  public func findings(zones: Set<String>? = nil, causes: Set<String>? = nil) -> [Finding] {
    let files = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0, Set(self.files($0))) })
    let all = files.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    guard !all.isEmpty else { return [] }
    var findings: [Finding] = []
    var read: [Language: [String: InfoPage]] = [:]
    for language in Language.allCases {
      for id in all.sorted() + [Self.index] {
        func tell(_ fault: InfoFault) {
          findings.append(Finding(path: path(id, language), fault: fault))
        }
        guard let reading = try? reading(id, language) else {
          let others = Language.allCases.filter { files[$0]?.contains(id) ?? false }
          tell(
            InfoFault(
              .pageMissing, line: 0,
              detail: others.map { "\($0.rawValue)/\(id).md" }.joined(separator: ", ")))
          continue
        }
        reading.faults.forEach(tell)
        guard let page = reading.page else { continue }
        read[language, default: [:]][id] = page
        page.brokenLinks(known: all).forEach(tell)
        page.unknownArguments(zones: zones, causes: causes).forEach(tell)
      }
      let linked = read[language]?[Self.index].map { Set($0.linkedPages) } ?? all
      for id in (files[language] ?? []).subtracting(linked).sorted() {
        findings.append(
          Finding(path: path(id, language), fault: InfoFault(.notInIndex, line: 0)))
      }
    }
    return findings + differences(read)
  }

  /// Pages whose placeholders are not those of the first language that has the page.
  private func differences(_ read: [Language: [String: InfoPage]]) -> [Finding] {
    Language.allCases.dropFirst().flatMap { language in
      (read[language] ?? [:]).sorted { $0.key < $1.key }.compactMap { id, page in
        guard
          let reference = Language.allCases.first(where: { read[$0]?[id] != nil }),
          let other = read[reference]?[id],
          page.placeholderTexts != other.placeholderTexts
        else { return nil }
        return Finding(
          path: path(id, language),
          fault: InfoFault(
            .placeholdersDiffer, line: 0, detail: "\(reference.rawValue)/\(id).md"))
      }
    }
  }
}

extension InfoPage {
  fileprivate func brokenLinks(known: Set<String>) -> [InfoFault] {
    locatedLinks.compactMap { link, line in
      guard case .page(let id) = link, !known.contains(id), id != InfoLibrary.index else {
        return nil
      }
      return InfoFault(.brokenLink, line: line, detail: "\(id).md")
    }
  }

  fileprivate func unknownArguments(
    zones: Set<String>?, causes: Set<String>?
  ) -> [InfoFault] {
    located.compactMap { placeholder, line in
      let known: Set<String>? =
        switch placeholder.figure.argument {
        case .zone: zones
        case .cause: causes
        case .none, .year, .vehicleClass: nil
        }
      guard let argument = placeholder.argument, let known, !known.contains(argument) else {
        return nil
      }
      return InfoFault(.badArgument, line: line, detail: placeholder.text)
    }
  }

  /// In no order that depends on the language.
  fileprivate var placeholderTexts: [String] {
    placeholders.map(\.text).sorted() + (mentionsTown ? ["town"] : [])
  }
}
