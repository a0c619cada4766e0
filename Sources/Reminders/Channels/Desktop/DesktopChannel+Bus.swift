import CSystemd
import EventLoop

/// The bus and its signals: connecting, hearing of servers and buttons, losing the bus.
extension DesktopChannel {
  /// Milliseconds between the loss of the bus and the next attempt to connect.
  private static let reconnectMilliseconds = 200

  func connectedBus() throws(ChannelFault) -> SessionBus {
    if let bus, !bus.isWaiting { return bus }
    // Connects anew: the wait for a bus may have missed its coming.
    let wasWaiting = bus != nil
    bus?.close()
    bus = nil
    let opened = try open(hasWaited: wasWaiting)
    guard !opened.isWaiting else { throw ChannelFault(.noBus) }
    return opened
  }

  private func open(hasWaited: Bool) throws(ChannelFault) -> SessionBus {
    guard let address = BusAddress.session(environment) else { throw ChannelFault(.noBusAddress) }
    let functions: aparka_systemd
    if let loaded = self.functions {
      functions = loaded
    } else {
      functions = try SystemdLibrary.load(library)
      self.functions = functions
    }
    let opened = try SessionBus(functions: functions, address: address, loop: loop)
    bus = opened
    opened.onLost = { [weak self, weak opened] in
      guard let self, let opened, self.bus === opened else { return }
      self.lose(wasReady: self.server.isKnown)
    }
    listen(to: opened, hasWaited: hasWaited || hasLostBus || opened.isWaiting)
    return opened
  }

  private func listen(to bus: SessionBus, hasWaited: Bool) {
    bus.hear("NameOwnerChanged", from: .bus) { [weak self, weak bus] message in
      guard let self, let bus, message.sender == BusObject.bus.name,
        message.string() == BusObject.notifications.name,
        message.string() != nil, let owner = message.string()
      else { return }
      self.server.change(to: owner.isEmpty ? nil : owner, bus: bus.identity)
      if !owner.isEmpty { self.serverIsKnown(bus, hasAppeared: true) }
    }
    bus.hear("ActionInvoked", from: .notifications) { [weak self] message in
      guard let self, let id = message.uint32(), let action = message.string(),
        let key = self.server.key(of: id, sender: message.sender)
      else { return }
      self.loop.soon { [weak self] in self?.onAction?(key, action) }
    }
    bus.hear("NotificationClosed", from: .notifications) { [weak self] message in
      guard let self, let id = message.uint32(), let reason = message.uint32(),
        let key = self.server.key(of: id, sender: message.sender)
      else { return }
      self.server.shown[key] = nil
      let closing = Closing(rawValue: reason) ?? .undefined
      self.loop.soon { [weak self] in self?.onClosed?(key, closing) }
    }
    bus.call("GetNameOwner", at: .bus, { $0.string(BusObject.notifications.name) }) {
      [weak self, weak bus] reply in
      guard let self, let bus, bus.isReady else { return }
      if case .answered(let message) = reply, let owner = message.string() {
        self.server.change(to: owner, bus: bus.identity)
        self.serverIsKnown(bus, hasAppeared: hasWaited)
      } else {
        self.server.change(to: nil, bus: bus.identity)
      }
    }
  }

  func serverIsKnown(_ bus: SessionBus, hasAppeared: Bool) {
    server.forgetOthers()
    for key in server.withdrawals {
      if let shown = server.shown[key] { close(shown, key: key, bus) }
    }
    server.withdrawals = []
    let taken = adopted.filter { server.shown[$0] != nil }.sorted()
    adopted = []
    if !taken.isEmpty { loop.soon { [weak self] in self?.onAdopted?(taken) } }
    guard hasAppeared || !server.lost.isEmpty, server.uniqueName != nil else { return }
    let lost = server.lost.sorted()
    server.lost = []
    loop.soon { [weak self] in self?.onServerAppeared?(lost) }
  }

  private func lose(wasReady: Bool) {
    bus = nil
    hasLostBus = true
    server.change(to: nil, bus: nil)
    server.isKnown = false
    // A bus that turned us away is not asked again before the next delivery.
    guard wasReady else { return }
    loop.after(milliseconds: Self.reconnectMilliseconds) { [weak self] in
      guard let self, self.bus == nil else { return }
      _ = try? self.open(hasWaited: true)
    }
  }
}
