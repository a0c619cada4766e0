/// Where the session bus is.
enum BusAddress {
  /// `DBUS_SESSION_BUS_ADDRESS`, else the socket in `XDG_RUNTIME_DIR`; nil when neither is set.
  static func session(_ environment: [String: String]) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return "unix:path=\(escaped(folder))/bus"
  }

  /// As the D-Bus specification writes a value of an address ("Server Addresses").
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "/"), UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}

/// Whom a call goes to, or a signal comes from.
struct BusObject {
  let name: String
  let path: String
  let interface: String

  static let bus = BusObject(
    name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus")
  static let notifications = BusObject(
    name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications")
}
