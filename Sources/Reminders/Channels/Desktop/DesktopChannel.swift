import CSystemd
import EventLoop

/// Notifications of the desktop: `org.freedesktop.Notifications` on the session bus.
///
/// The bus is connected to when it is first needed, and again after it went away. All handlers are called
/// in a turn of the loop of their own.
public final class DesktopChannel: Channel {
  /// Why a notice went off the screen (the specification's `NotificationClosed`).
  public enum Closing: UInt32, Sendable {
    case expired = 1
    case dismissed
    /// By a program other than this one; what `withdraw` closes is not told.
    case withdrawn
    case undefined
  }

  public let name = "desktop"
  /// A button was pressed: the notice's key and the action's id (`default` = the notice itself).
  public var onAction: ((_ key: String, _ actionID: String) -> Void)?
  public var onClosed: ((_ key: String, _ closing: Closing) -> Void)?
  /// A notification server came up, or the bus did with one: what waits may be delivered at once. The
  /// keys are those of notices that were on show and are so no more, for the old server took them along.
  public var onServerAppeared: ((_ lostKeys: [String]) -> Void)?

  /// Notices that an earlier process showed, and that this server still may: servers tell of buttons only
  /// to the connection that asked for the notice last, so whoever wishes to hear of them delivers these
  /// notices once more.
  public var onAdopted: ((_ keys: [String]) -> Void)?
  var adopted: Set<String> = []

  let loop: EventLoop
  let environment: [String: String]
  private let timeoutMilliseconds: Int
  private let applicationName: String
  private let desktopEntry: String
  let library: String
  var functions: aparka_systemd?
  var bus: SessionBus?
  var hasLostBus = false
  private static let secondTryMilliseconds = 50

  var server = NotificationServer()
  /// Notices that were sent to the server and that it has not answered to, by key.
  private var flights: [String: Flight] = [:]

  /// Most that are on their way at once: a bus limits the replies that one connection may wait for.
  private static let mostFlights = 64
  /// What waits for one of them to land.
  private var queue: ArraySlice<(notice: Notice, attempt: Attempt<DeliveryOutcome>)> = []

  /// One notice on its way. Two of one key never are: servers that know a notice by its number alone
  /// would show both. The second waits for the first one's number.
  private struct Flight {
    var notice: Notice
    var attempt: Attempt<DeliveryOutcome>
    var next: (notice: Notice, attempt: Attempt<DeliveryOutcome>)?
    var isWithdrawn = false
    var isSecond = false
  }

  /// - Parameters:
  ///   - environment: `DBUS_SESSION_BUS_ADDRESS`, else `XDG_RUNTIME_DIR`, say where the bus is.
  ///   - library: where libsystemd is, which is loaded when it is first needed.
  public init(
    environment: [String: String], timeoutMilliseconds: Int = 5_000,
    applicationName: String = "aparka", desktopEntry: String = "aparka",
    library: String = "libsystemd.so.0", loop: EventLoop
  ) {
    self.environment = environment
    self.timeoutMilliseconds = timeoutMilliseconds
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.library = library
    self.loop = loop
  }

  // MARK: Delivering

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
    let attempt = Attempt<DeliveryOutcome>(
      loop: loop, timeoutMilliseconds: timeoutMilliseconds, late: .retry(.timedOut),
      finished: finished)
    begin(notice, attempt)
  }

  private func begin(_ notice: Notice, _ attempt: Attempt<DeliveryOutcome>) {
    if var flight = flights[notice.key] {
      flight.next?.attempt.end(.retry(.timedOut))
      flight.next = (notice, attempt)
      flight.isWithdrawn = false
      flights[notice.key] = flight
      return
    }
    guard flights.count < Self.mostFlights else { return queue.append((notice, attempt)) }
    do {
      let bus = try connectedBus()
      flights[notice.key] = Flight(notice: notice, attempt: attempt)
      askCapabilities(bus, key: notice.key)
    } catch {
      attempt.end(error.outcome)
    }
  }

  private func askCapabilities(_ bus: SessionBus, key: String) {
    if server.capabilities != nil { return notify(bus, key: key) }
    bus.call("GetCapabilities", at: .notifications) { [weak self] reply in
      guard let self else { return }
      switch reply {
      case .answered(let message):
        // A server may have come and gone meanwhile: then the list is asked for again next time.
        self.server.learn(capabilities: message.strings() ?? [], of: message.sender)
        self.notify(bus, key: key)
      case .failed(let name):
        self.fail(key, name)
      }
    }
  }

  private func notify(_ bus: SessionBus, key: String) {
    guard let flight = flights[key] else { return }
    let call = NotificationCall(
      notice: flight.notice, applicationName: applicationName, desktopEntry: desktopEntry,
      replaces: server.shown[key]?.id ?? 0, capabilities: server.capabilities ?? [])
    bus.call("Notify", at: .notifications, { call.write(to: &$0) }) { [weak self] reply in
      guard let self else { return }
      switch reply {
      case .answered(let message):
        let sender = message.sender ?? ""
        let shown = ShownNotice(bus: bus.identity, server: sender, id: message.uint32() ?? 0)
        self.server.remember(shown, key: key)
        self.land(key, .delivered(receipt: shown.receipt))
      case .failed(let name):
        self.fail(key, name)
      }
    }
  }

  private func fail(_ key: String, _ error: String) {
    guard let flight = flights[key] else { return }
    guard [SessionBus.disconnected, "org.freedesktop.DBus.Error.NoReply"].contains(error),
      flight.attempt.isOpen, !flight.isSecond
    else { return land(key, ChannelFault(busError: error).outcome) }
    // The bus or the server died; the one that follows it may be there already.
    flights[key]?.isSecond = true
    loop.after(milliseconds: Self.secondTryMilliseconds) { [weak self] in
      guard let self, self.flights[key] != nil else { return }
      do throws(ChannelFault) {
        self.askCapabilities(try self.connectedBus(), key: key)
      } catch {
        self.land(key, error.outcome)
      }
    }
  }

  /// The server has answered, perhaps after the time limit.
  private func land(_ key: String, _ outcome: DeliveryOutcome) {
    guard let flight = flights.removeValue(forKey: key) else { return }
    flight.attempt.end(outcome)
    if flight.isWithdrawn { withdraw(key: key) }
    if let next = flight.next, next.attempt.isOpen { begin(next.notice, next.attempt) }
    while flights.count < Self.mostFlights, let next = queue.popFirst() {
      if next.attempt.isOpen { begin(next.notice, next.attempt) }
    }
  }

  // MARK: Taking back and looking

  public func withdraw(key: String) {
    server.lost.remove(key)
    for waiting in queue where waiting.notice.key == key { waiting.attempt.end(.retry(.timedOut)) }
    if flights[key] != nil {
      flights[key]?.isWithdrawn = true
    } else if let shown = server.shown[key] {
      // A notice of an earlier process waits until it is known that its server still runs.
      guard let bus, bus.isReady, server.uniqueName == shown.server else {
        server.withdrawals.insert(key)
        return
      }
      close(shown, key: key, bus)
    }
  }

  func close(_ shown: ShownNotice, key: String, _ bus: SessionBus) {
    server.shown[key] = nil
    let there = BusObject(
      name: shown.server, path: BusObject.notifications.path,
      interface: BusObject.notifications.interface)
    bus.call("CloseNotification", at: there, { $0.uint32(shown.id) }, reply: { _ in })
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {
    let attempt = Attempt<ChannelHealth>(
      loop: loop, timeoutMilliseconds: timeoutMilliseconds,
      late: .broken(ChannelFault(.timedOut)), finished: finished)
    do {
      let bus = try connectedBus()
      bus.call("GetServerInformation", at: .notifications) { reply in
        switch reply {
        case .answered(let message):
          let words = [message.string(), message.string(), message.string()].compactMap { $0 }
          // Name, vendor, version.
          attempt.end(.ready(detail: words.count == 3 ? "\(words[0]) \(words[2])" : words.first))
        case .failed(let name):
          attempt.end(.broken(ChannelFault(busError: name)))
        }
      }
    } catch {
      attempt.end(.broken(error))
    }
  }

  /// Connects to the bus, so that buttons of notices shown earlier and new servers are heard of before
  /// the first delivery. A bus that is not there yet is waited for, without polling.
  public func connect() { _ = try? connectedBus() }

  /// Tells of a notice that an earlier process showed: its buttons are heard, and the next notice of that
  /// key replaces it. A receipt of another bus or server is passed over.
  public func adopt(key: String, receipt: String) {
    guard server.shown[key] == nil, let shown = ShownNotice(receipt: receipt) else { return }
    server.shown[key] = shown
    adopted.insert(key)
    if let bus, bus.isReady, server.isKnown { serverIsKnown(bus, hasAppeared: false) }
  }
}
