/// Browsers that have shown the token. They get a cookie of their own and not the token itself, since
/// a cookie goes to every port of the machine. Kept in memory: after a restart the page shows its token again.
public final class Sessions {
  public static let cookie = "aparka_session"
  /// More phones than a household has; the oldest is forgotten then.
  static let kept = 32

  private var secrets: [String] = []
  private var token = ""

  public init() {}

  /// A session ends with the token that opened it.
  func belong(to token: String) {
    if token != self.token { secrets = [] }
    self.token = token
  }

  /// Opens a session.
  ///
  /// - Returns: the value of `Set-Cookie`.
  public func open() -> String {
    let secret = Secret.make()
    secrets.append(secret)
    if secrets.count > Self.kept { secrets.removeFirst() }
    return "\(Self.cookie)=\(secret); Path=/api; HttpOnly; SameSite=Strict"
  }

  func knows(cookies fields: [String]) -> Bool {
    let start = Self.cookie + "="
    var known = false
    for field in fields {
      for pair in field.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix(start) else { continue }
        let shown = String(pair.dropFirst(start.count))
        for secret in secrets where isSameSecret(shown, secret) { known = true }
      }
    }
    return known
  }
}

/// Texts that nobody can guess.
public enum Secret {
  /// 256 bits from the kernel, 43 letters of base64url (RFC 4648, section 5).
  public static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let letters = (0..<43).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] }
    return String(decoding: letters, as: UTF8.self)
  }
}
