import Phrasebook

/// Loads the catalogues of phrases from a data folder.
public struct PhraseLibrary: Sendable {
  public let folder: DataFolder

  public init(folder: DataFolder) { self.folder = folder }

  public func path(_ language: Language) -> String {
    folder.path + "/translations/\(language.rawValue).json"
  }

  /// A phrasebook with its fallbacks. A catalogue that cannot be read is passed over here, so that the
  /// program still answers; `aparka check` says what is wrong with it.
  public func phrasebook(_ language: Language) -> Phrasebook {
    Phrasebook(language: language, catalogues: language.chain.compactMap { catalogue($0) })
  }

  private func catalogue(_ language: Language) -> Catalogue? {
    guard let bytes = try? FileReading.bytes(path(language), limitBytes: 8 << 20) else {
      return nil
    }
    return try? Catalogue(language: language, json: bytes)
  }
}
