import DataLibrary
import Foundation
import Glibc
import TestSupport
import Testing

/// What `--ics`, `sectors --map` and the settings do with what is at their path already: a regular file is
/// replaced, whatever leads to it; anything else stays what it is.
struct WritingPlaceTests {
  private static let park = "park blue 1h --town vega"
  private static let ten = "2025-10-14T10:00"

  private static func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func linksAreFollowed() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let target = home.folder.path + "/sub/real.ics"
    try FileManager.default.createDirectory(
      atPath: home.folder.path + "/sub", withIntermediateDirectories: true)
    // To a file that is there, with permissions of its own; and to one that is not there yet.
    for isThere in [true, false] {
      let link = home.folder.path + "/\(isThere).ics"
      #expect(symlink("sub/real.ics", link) == 0)
      try? FileManager.default.removeItem(atPath: target)
      if isThere {
        try "old".write(toFile: target, atomically: false, encoding: .utf8)
        #expect(chmod(target, 0o600) == 0)
      }
      let parked = try home.run(Self.park + " --yes --ics \(link)", at: Self.ten)
      #expect(parked.status == 0, "\(parked.errors)")
      #expect(Self.kind(link) == S_IFLNK)
      #expect(try Self.text(target).hasPrefix("BEGIN:VCALENDAR"))
      if isThere {
        var status = stat()
        #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o600)
      }
    }
    // A circle leads nowhere, and nothing is saved.
    let circle = home.folder.path + "/circle"
    #expect(symlink("circle", circle) == 0)
    let refused = try home.run(Self.park + " --yes --ics \(circle)", at: Self.ten)
    #expect(refused.status == 1 && refused.errors.contains("circle"))
    #expect(try home.json("tickets --all", at: Self.ten).count("tickets") == 2)
  }

  @Test func aFolderIsRefusedBeforeAnythingIsSaved() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    for call in [Self.park + " --ics", "sectors vega --map"] {
      let refused = try home.run("\(call) \(home.folder.path)/run", at: Self.ten)
      #expect(refused.status == 1 && refused.errors.contains("it is a folder"), "\(refused)")
    }
    #expect(try home.json("tickets --all", at: Self.ten).count("tickets") == 0)
  }

  /// A pipe takes the bytes and stays; without a reader it is an error, and no wait.
  @Test func aPipeStaysAPipe() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let pipe = home.folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let alone = try home.run(Self.park + " --ics \(pipe)", at: Self.ten)
    #expect(alone.status == 1 && alone.errors.contains("nobody reads from it"), "\(alone)")
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(try home.run(Self.park + " --yes --ics \(pipe)", at: Self.ten).status == 0)
    #expect(Self.kind(pipe) == S_IFIFO)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader, &bytes, bytes.count)
    #expect(
      String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("END:VCALENDAR\r\n"))
  }

  /// A device of the test's own (1:7 is `full`): were it replaced, no other program would notice.
  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func aDeviceStaysADevice() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let device = home.folder.path + "/full"
    guard mknod(device, S_IFCHR | 0o666, dev_t(1 << 8 | 7)) == 0, access(device, W_OK) == 0 else {
      return
    }
    let failed = try home.run(Self.park + " --ics \(device)", at: Self.ten)
    #expect(failed.status == 1 && Self.kind(device) == S_IFCHR)
    let error = #expect(throws: FileWritingError.self) {
      try FileWriting.replace(device, with: [1])
    }
    #expect(error?.path == device && Self.kind(device) == S_IFCHR)
  }

  @Test func theSettingsFollowALink() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let settings = home.folder.path + "/config/aparka/settings.json"
    let target = home.folder.path + "/dotfiles.json"
    // The file that the link leads to is made by the change.
    #expect(symlink(target, settings) == 0)
    #expect(try home.run("settings set walk_minutes 9", at: Self.ten).status == 0)
    #expect(Self.kind(settings) == S_IFLNK)
    #expect(try Self.text(target).contains("\"walk_minutes\": 9"))
  }
}
