import Glibc
import Phrasebook

/// Pairing as the command does and tells it.
struct PairingWords {
  let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Where the token stands; nil without a home.
  func path() throws(CommandFailure) -> String? {
    do throws(PairingToken.Fault) {
      return try PairingToken.path(environment: context.invocation.environment)
    } catch {
      if case .noFolder = error { return nil }
      throw failure(error)
    }
  }

  /// What a phone opens. The token stands in the fragment, which a browser keeps to itself.
  func links(_ token: PairingToken, address: String, port: Int) -> [String] {
    let hosts =
      address == "0.0.0.0" || address == "::"
      ? OwnAddresses.network() : [address.contains(":") ? "[\(address)]" : address]
    return hosts.map { "http://\($0):\(port)/#token=\(token.text)" }
  }

  /// The token that there is.
  ///
  /// - Parameter pairs: whether one is made when there is none.
  func token(pairs: Bool) throws(CommandFailure) -> PairingToken? {
    do throws(PairingToken.Fault) {
      let path = try PairingToken.path(environment: context.invocation.environment)
      if let token = try PairingToken.read(path) { return token }
      return pairs ? try PairingToken.make(path) : nil
    } catch {
      if !pairs, case .noFolder = error { return nil }
      throw failure(error)
    }
  }

  func forget() throws(CommandFailure) {
    do throws(PairingToken.Fault) {
      let path = try PairingToken.path(environment: context.invocation.environment)
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .unwritable(path: path, errorNumber: errno)
      }
    } catch { throw failure(error) }
  }

  func show(_ links: [String]) {
    guard let link = links.first else {
      context.print(context.phrase("serve.no_network"))
      return
    }
    context.print(context.phrase("serve.pair"))
    for link in links { context.print("  " + link) }
    if let picture = PairingPicture.text(link, colors: isatty(STDOUT_FILENO) == 1) {
      context.print(picture)
    } else {
      context.print(context.phrase("serve.no_picture", ["package": "libqrencode4"]))
    }
    context.print(context.phrase("serve.pair_note"))
  }

  private func failure(_ fault: PairingToken.Fault) -> CommandFailure {
    switch fault {
    case .noFolder: .failure(context.phrase("serve.error.no_config_folder"))
    case .exposed(let path):
      .failure(context.phrase("serve.error.token_exposed", ["path": path]))
    case .damaged(let path):
      .failure(context.phrase("serve.error.token_damaged", ["path": path]))
    case .unreadable(let path, let number):
      .failure(
        path + ": "
          + context.phrase("file.unreadable", ["reason": context.phrases.reason(number)]))
    case .unwritable(let path, let number):
      .failure(
        context.phrase(
          "sectors.cannot_write", ["path": path, "reason": context.phrases.reason(number)]))
    }
  }
}
