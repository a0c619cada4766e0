import Phrasebook

/// Loads the catalogues of phrases from a data folder.
public struct PhraseLibrary: Sendable {
  public let folder: DataFolder
  private let cache: LibraryCache?

  public init(folder: DataFolder, cache: LibraryCache? = nil) {
    self.folder = folder
    self.cache = cache
  }

  public func path(_ language: Language) -> String {
    folder.path + "/translations/\(language.rawValue).json"
  }

  /// A phrasebook with its fallbacks. A catalogue that cannot be read is passed over here, so that the
  /// program still answers; `aparka check` says what is wrong with it.
  public func phrasebook(_ language: Language) -> Phrasebook {
    Phrasebook(language: language, catalogues: language.chain.compactMap { catalogue($0) })
  }

  /// The texts of one language; nil when its file cannot be read.
  public func catalogue(_ language: Language) -> Catalogue? {
    guard let cache else { return read(language) }
    return cache.value(path(language), file: path(language), others: { _ in [] }) {
      read(language)
    }
  }

  private func read(_ language: Language) -> Catalogue? {
    guard let bytes = try? FileReading.bytes(path(language), limitBytes: 8 << 20) else {
      return nil
    }
    return try? Catalogue(language: language, json: bytes)
  }
}
