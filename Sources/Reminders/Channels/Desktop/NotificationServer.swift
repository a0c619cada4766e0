/// What is known of the notification server, and of the notices that it shows.
struct NotificationServer {
  /// The bus was asked who the server is, and has answered.
  var isKnown = false
  /// Its unique name on the bus; nil = none runs, or it is not known yet.
  private(set) var uniqueName: String?
  private(set) var bus: String?
  /// Nil = not asked yet.
  private(set) var capabilities: Set<String>?
  /// Who said so, while it is not known who the server is.
  private var capabilitiesOf: String?
  /// By key. Notices of earlier processes are among them until the server is known.
  var shown: [String: ShownNotice] = [:]
  /// Keys that were on show when their server went.
  var lost: Set<String> = []
  /// Keys to be taken off the screen once the server is known.
  var withdrawals: Set<String> = []

  /// Another server owns the well-known name, or none does (nil).
  mutating func change(to name: String?, bus: String?) {
    isKnown = true
    uniqueName = name
    self.bus = bus
    if name == nil || capabilitiesOf != name {
      capabilities = nil
      capabilitiesOf = nil
    }
    forgetOthers()
  }

  /// Forgets the notices that another server showed: their numbers mean nothing to this one.
  mutating func forgetOthers() {
    guard isKnown else { return }
    for (key, notice) in shown
    where notice.server != uniqueName || notice.bus != bus && notice.bus != nil {
      shown[key] = nil
      if withdrawals.remove(key) == nil { lost.insert(key) }
    }
  }

  mutating func learn(capabilities list: [String], of sender: String?) {
    // Of a server that has gone meanwhile.
    if isKnown, let uniqueName, sender != uniqueName { return }
    capabilities = Set(list)
    capabilitiesOf = sender
  }

  mutating func remember(_ notice: ShownNotice, key: String) {
    shown[key] = notice
    lost.remove(key)
  }

  /// The key of a notice, if this sender showed it.
  func key(of id: UInt32, sender: String?) -> String? {
    shown.first { $0.value.id == id && $0.value.server == sender }?.key
  }
}
