/// Who may ask for what. Everything that a browser page of somebody else's could do is refused here:
/// reading through a name that points to this machine (DNS rebinding), writing across sites, asking
/// from another port of the same machine.
public struct AccessRules: Sendable {
  /// Names, besides addresses and `localhost`, that this server answers to.
  public var hostNames: Set<String>
  /// Whether addresses other than the loopback's are ours too.
  public var answersToAnyAddress: Bool
  /// What a request must show, asked for each request; nil when whoever reaches the server may ask.
  public var token: (@Sendable () -> String)?
  /// Paths below this need the token and are for the page itself; the rest is the page.
  public var guardedPrefix: [String]

  public init(
    hostNames: Set<String> = [], answersToAnyAddress: Bool = false,
    token: (@Sendable () -> String)? = nil,
    guardedPrefix: [String] = ["api"]
  ) {
    self.hostNames = hostNames
    self.answersToAnyAddress = answersToAnyAddress
    self.token = token
    self.guardedPrefix = guardedPrefix
  }

  /// Why a request is refused, nil when it is not. The port in `Host` may be any: behind `ssh -L` it is
  /// another than ours.
  ///
  /// - Parameter sessions: those that a token opened before; `EventSource` can only show a cookie.
  func refusal(_ request: Request, sessions: Sessions) -> Refusal? {
    let hosts = request.headers.values("Host")
    guard hosts.count == 1, let host = HostName.host(of: hosts[0]), isOurs(host) else {
      return .foreignHost
    }
    let isGuarded = request.target.segments.starts(with: guardedPrefix)
    if isGuarded || request.method.isWrite {
      guard isSameOrigin(request.headers, host: hosts[0]) else { return .foreignOrigin }
    }
    if isGuarded, let token, !shows(token(), request.headers, sessions) { return .notPaired }
    return nil
  }

  /// What a form of another page can send without asking first is refused: a write says that it is JSON.
  static func bodyRefusal(_ request: Request) -> Refusal? {
    guard request.method.isWrite, request.contentType != "application/json" else { return nil }
    let isBare = request.body.isEmpty && request.headers["Content-Type"] == nil
    return isBare && request.method == .delete ? nil : .notJSON
  }

  private func isOurs(_ host: String) -> Bool {
    host == "localhost" || HostName.isLoopback(host) || hostNames.contains(host)
      || answersToAnyAddress && HostName.isAddress(host)
  }

  /// Browsers say where a request is from: by `Origin` on every write and every cross-origin read, by
  /// `Sec-Fetch-Site` (W3C Fetch Metadata) on all. Another port of this machine is `same-site`, and a
  /// stranger all the same. Programs that are no browsers say neither.
  private func isSameOrigin(_ headers: Headers, host: String) -> Bool {
    for site in headers.values("Sec-Fetch-Site") where site != "same-origin" && site != "none" {
      return false
    }
    return headers.values("Origin").allSatisfy { origin in
      origin.lowercased() == "http://" + host.lowercased()
    }
  }

  private func shows(_ token: String, _ headers: Headers, _ sessions: Sessions) -> Bool {
    sessions.belong(to: token)
    if let shown = headers["Authorization"] {
      let prefix = "Bearer "
      return shown.lowercased().hasPrefix(prefix.lowercased())
        && isSameSecret(String(shown.dropFirst(prefix.count)), token)
    }
    return sessions.knows(cookies: headers.values("Cookie"))
  }
}

/// Compares in a time that depends on the lengths alone, so that nobody finds a secret letter by letter.
func isSameSecret(_ shown: String, _ secret: String) -> Bool {
  let one = Array(shown.utf8)
  let other = Array(secret.utf8)
  var difference: UInt8 = one.count == other.count ? 0 : 1
  for place in other.indices {
    difference |= other[place] ^ (place < one.count ? one[place] : 0)
  }
  return difference == 0
}
