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

extension ChannelFault {
  /// What a D-Bus error means for a delivery.
  init(busError name: String) {
    switch name {
    case SessionBus.disconnected:
      self.init(.busLost)
    case "org.freedesktop.DBus.Error.ServiceUnknown",
      "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.NoReply",
      "org.freedesktop.DBus.Error.Disconnected",
      "org.freedesktop.DBus.Error.TimedOut",
      "org.freedesktop.DBus.Error.Timeout":
      self.init(.noServer, detail: name)
    case let name where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self.init(.noServer, detail: name)
    default:
      self.init(.refused, detail: name)
    }
  }

  /// Whether a later attempt may go better. A library, an address or a program that is missing is not
  /// found by trying again, and what a server does not understand it never will.
  var isPermanent: Bool {
    switch code {
    case .noLibrary, .noBusAddress, .notConfigured, .noProgram, .notExecutable, .badAddress,
      .unknownChannel:
      true
    case .refused:
      // Not UnknownMethod: a server that starts may have its name before its object.
      ["InvalidArgs", "InvalidSignature"].contains { detail == "org.freedesktop.DBus.Error.\($0)" }
    case .noBus, .busLost, .noServer, .timedOut, .notStarted, .exitStatus, .killed, .noTerminal,
      .terminalStopped:
      false
    }
  }

  var outcome: DeliveryOutcome {
    isPermanent ? .permanent(reason: text) : .retry(reason: text)
  }
}
