import CSystemd

/// libsystemd's functions, once they are loaded.
enum SystemdLibrary {
  static func load(_ name: String) throws(ChannelFault) -> aparka_systemd {
    let functions = withUnsafeTemporaryAllocation(of: aparka_systemd.self, capacity: 1) { room in
      room.baseAddress.flatMap { aparka_systemd_load(name, $0) == 0 ? $0.pointee : nil }
    }
    guard let functions else { throw ChannelFault(.noLibrary, detail: name) }
    return functions
  }
}
