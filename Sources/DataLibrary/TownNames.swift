import JSONText

extension TownLibrary {
  /// What a town is called, by language. Only the beginning of its file is read.
  public func names(ofTown id: String) throws(LibraryError) -> [String: String] {
    let path = path(ofTown: id)
    guard let cache else { return try readNames(path) }
    return try cache.value("names " + path, file: path, others: { _ in [] }) {
      () throws(LibraryError) in try readNames(path)
    }
  }

  private func readNames(_ path: String) throws(LibraryError) -> [String: String] {
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(path, limitBytes: Self.fileLimitBytes) } catch {
      throw .file(error)
    }
    var names: [String: String] = [:]
    do throws(JSONTextError) {
      try JSONReader.read(bytes) { (reader) throws(JSONTextError) in
        guard try reader.nextKind() == .object else { return reader.abandon() }
        try reader.beginObject()
        while let member = try reader.nextMember() {
          guard member == "name", try reader.nextKind() == .object else {
            try reader.skipValue()
            continue
          }
          try reader.beginObject()
          while let language = try reader.nextMember() {
            if try reader.nextKind() == .string {
              names[language] = try reader.readString()
            } else {
              try reader.skipValue()
            }
          }
          return reader.abandon()
        }
      }
    } catch { throw .text(path: path, error) }
    return names
  }
}
