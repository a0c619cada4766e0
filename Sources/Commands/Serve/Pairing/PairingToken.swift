import DataLibrary
import Glibc
import WebServer

/// The secret that phones show to a server that the network can reach. It stands in a file of the
/// user's alone.
struct PairingToken {
  enum Fault: Error {
    /// Neither `XDG_CONFIG_HOME` nor `HOME`.
    case noFolder
    /// The file can be read by others, or is no file of this user's.
    case exposed(path: String)
    case unreadable(path: String, errorNumber: Int32)
    case unwritable(path: String, errorNumber: Int32)
    /// What stands there is no token.
    case damaged(path: String)
  }

  static let fileName = "web-token"
  let text: String

  /// The folder of the settings, by the XDG Base Directory Specification.
  static func path(environment: [String: String]) throws(Fault) -> String {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/aparka/" + fileName
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noFolder }
    return home + "/.config/aparka/" + fileName
  }

  /// The token that there is; nil when nobody has been paired.
  static func read(_ path: String) throws(Fault) -> PairingToken? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, errorNumber: errno)
    }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else {
      throw .unreadable(path: path, errorNumber: errno)
    }
    guard information.st_mode & 0o077 == 0, information.st_uid == geteuid() else {
      throw .exposed(path: path)
    }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw .unreadable(path: path, errorNumber: errno) }
    let text = String(decoding: buffer[..<count], as: UTF8.self).prefix { !$0.isNewline }
    guard text.utf8.count == 43, text.utf8.allSatisfy(isTokenByte) else {
      throw .damaged(path: path)
    }
    return PairingToken(text: String(text))
  }

  /// The token as the file has it now, so that `--unpair` acts at once; without one nobody is let in.
  static func current(_ path: String) -> @Sendable () -> String {
    let nobodys = Secret.make()
    return { (try? read(path))?.text ?? nobodys }
  }

  /// Makes a token and writes it; one that was there is void then.
  static func make(_ path: String) throws(Fault) -> PairingToken {
    let token = PairingToken(text: Secret.make())
    do throws(FileWritingError) {
      try FileWriting.replace(
        path, with: Array((token.text + "\n").utf8), makesFolder: true, mode: 0o600)
    } catch { throw .unwritable(path: path, errorNumber: error.errorNumber) }
    return token
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
