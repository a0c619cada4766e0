/// A notice on the screen, and what it takes to speak of it again.
///
/// As a receipt: the bus's id, the server's unique name, the notice's number, `0f3c.../:1.7/12`. A
/// number means something to one server alone, and a unique name on one bus alone.
struct ShownNotice: Hashable {
  /// Nil when the bus did not say.
  var bus: String?
  var server: String
  var id: UInt32

  init(bus: String?, server: String, id: UInt32) {
    self.bus = bus
    self.server = server
    self.id = id
  }

  init?(receipt: String) {
    let parts = receipt.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 32, parts[1].hasPrefix(":"), let id = UInt32(parts[2])
    else { return nil }
    self.init(bus: String(parts[0]), server: String(parts[1]), id: id)
  }

  var receipt: String { "\(bus ?? "")/\(server)/\(id)" }
}
