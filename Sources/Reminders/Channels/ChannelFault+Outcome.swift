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

extension DeliveryOutcome {
  static func retry(_ code: ChannelFault.Code, _ detail: String? = nil) -> Self {
    .retry(reason: ChannelFault(code, detail: detail).text)
  }

  static func permanent(_ code: ChannelFault.Code, _ detail: String? = nil) -> Self {
    .permanent(reason: ChannelFault(code, detail: detail).text)
  }
}
