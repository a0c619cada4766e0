import CivilTime
import DataLibrary
import EventLoop
import Glibc
import JSONText
import Phrasebook
import Settings
import WebServer

/// `aparka serve`: the page and the API, until SIGTERM or Ctrl-C.
enum ServeCommand: Command {
  static let name = "serve"
  static let options: [CommandOption] = [address, port, pair, unpair, open]
  private static let address = CommandOption.value("address", "address")
  private static let port = CommandOption.value("port", "number")
  private static let pair = CommandOption.flag("pair")
  private static let unpair = CommandOption.flag("unpair")
  private static let open = CommandOption.flag("open")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    if context.arguments.has(unpair) { return try forget(context) }
    let wanted = try wantedAddress(context)
    let words = PairingWords(context)
    let pairs = context.arguments.has(pair)
    let token = try words.token(pairs: pairs)
    guard let socket = try socket(wanted, context) else {
      // The server that the daemon keeps, perhaps: it knows the same token.
      if pairs, let token {
        words.show(words.links(token, address: wanted.address, port: wanted.port))
        return 0
      }
      throw .failure(context.phrase("serve.error.port_in_use", ["port": "\(wanted.port)"]))
    }
    let own = ServeWords(socket: socket)
    if !socket.isLoopback, token == nil {
      throw .usage(context.phrase("serve.error.needs_pairing", ["address": socket.address]))
    }
    let loop: EventLoop
    do { loop = try EventLoop() } catch { throw failure(error, context) }
    let path = try words.path()
    let surface: WebSurface
    do throws(WebServer.Fault) {
      surface = try WebSurface(
        context.invocation, folder: context.library.folder, socket: socket,
        token: socket.isLoopback ? nil : path.map { PairingToken.current($0) },
        hostNames: socket.isLoopback ? [] : OwnAddresses.hostNames(), loop: loop)
    } catch { throw failure(error, context) }
    if context.wantsJSON {
      context.output.write(own.json.text() + "\n")
    } else {
      context.print(context.phrase("serve.answers_at", ["url": own.url]))
      if pairs, let token {
        words.show(words.links(token, address: socket.address, port: socket.port))
      }
    }
    if context.arguments.has(open) { openBrowser(own.url, loop, context) }
    do throws(SystemError) {
      let signals = try SignalWatch([SIGTERM, SIGINT], loop: loop) { _ in
        surface.stop { loop.stop() }
      }
      try withExtendedLifetime(signals) { () throws(SystemError) in try loop.run() }
    } catch { throw failure(error, context) }
    return 0
  }

  // MARK: Where

  private static func wantedAddress(
    _ context: CommandContext
  ) throws(CommandFailure) -> (address: String, port: Int) {
    var number = context.settings.webPort
    if let text = context.arguments.value(port) {
      guard let typed = Int(text), (0...65_535).contains(typed) else {
        throw .usage(context.phrase("serve.error.bad_port", ["text": text]))
      }
      number = typed
    }
    let pairs = context.arguments.has(pair)
    if let typed = context.arguments.value(address) { return (typed, number) }
    // A phone cannot reach the loopback.
    let own = context.settings.webAddress
    return (pairs && NetworkAddress.isLoopback(own) ? "0.0.0.0" : own, number)
  }

  /// Nil when the port is taken.
  private static func socket(
    _ wanted: (address: String, port: Int), _ context: CommandContext
  ) throws(CommandFailure) -> ListeningSocket? {
    do throws(ListeningSocket.Fault) {
      if let passed = try ListeningSocket.inherited(environment: context.invocation.environment) {
        return passed
      }
      return try ListeningSocket.open(address: wanted.address, port: wanted.port)
    } catch {
      switch error {
      case .notAnAddress(let text):
        throw .usage(context.phrase("serve.error.bad_address", ["text": text]))
      case .inUse: return nil
      case .denied(let port):
        throw .failure(context.phrase("serve.error.port_denied", ["port": "\(port)"]))
      case .noSuchAddress(let text):
        throw .failure(context.phrase("serve.error.no_such_address", ["text": text]))
      case .notListening:
        throw .failure(context.phrase("serve.error.bad_passed_socket"))
      case .system(let error): throw failure(error, context)
      }
    }
  }

  // MARK: What went wrong

  private static func failure(_ error: SystemError, _ context: CommandContext) -> CommandFailure {
    .failure(
      context.phrase(
        "serve.error.system", ["call": error.call, "reason": context.phrases.reason(error.number)]))
  }

  private static func failure(
    _ fault: WebServer.Fault, _ context: CommandContext
  ) -> CommandFailure {
    switch fault {
    case .libraryMissing(let name):
      .failure(
        context.phrase(
          "serve.error.library_missing", ["name": name, "package": "libmicrohttpd12"]))
    case .cannotStart: .failure(context.phrase("serve.error.cannot_start"))
    case .system(let error): failure(error, context)
    }
  }

  // MARK: Besides

  private static func forget(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try PairingWords(context).forget()
    context.print(context.phrase("serve.unpaired"))
    return 0
  }

  /// The desktop's own browser. That there is none must not end the server.
  private static func openBrowser(_ url: String, _ loop: EventLoop, _ context: CommandContext) {
    let variables = context.invocation.environment.map { "\($0.key)=\($0.value)" }
    ChildProcess.start(
      ["xdg-open", url], environment: variables, timeoutMilliseconds: 30_000, loop: loop
    ) { ending in
      if case .notStarted = ending {
        context.output.writeError(context.phrase("serve.no_browser", ["url": url]) + "\n")
      }
    }
  }
}

/// Where a server is, in words.
struct ServeWords {
  let socket: ListeningSocket

  /// The page's address on this machine.
  var url: String {
    socket.isEverywhere ? "http://127.0.0.1:\(socket.port)/" : "http://\(socket.authority)/"
  }

  var json: JSONOutput {
    .object([
      ("address", .string(socket.address)), ("port", .int(socket.port)), ("url", .string(url)),
    ])
  }
}
