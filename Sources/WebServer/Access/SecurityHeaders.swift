/// The headers that every answer carries.
public struct SecurityHeaders: Sendable {
  /// Origin of the map's background pictures (`https://tile.example`), nil when there are none: then
  /// no page can make a browser ask anybody else for anything.
  public var tileOrigins: [String]

  public init(tileOrigins: [String] = []) { self.tileOrigins = tileOrigins }

  /// For a page and what belongs to it: only our own files, nothing inline.
  var pagePolicy: String {
    let images = (["'self'", "data:"] + tileOrigins).joined(separator: " ")
    return [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src \(images)",
      "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "font-src 'self'",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  /// For data: nothing at all.
  private static let dataPolicy = "default-src 'none'; frame-ancestors 'none'"

  func fields(isPage: Bool) -> [(name: String, value: String)] {
    [
      ("Content-Security-Policy", isPage ? pagePolicy : Self.dataPolicy),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      (
        "Permissions-Policy",
        "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"
      ),
    ]
  }

  /// The origin of a tile address such as `https://tile.example/{z}/{x}/{y}.png`; a `{s}` in the host
  /// stands for any subdomain. Nil when it is no http(s) address with a plain host.
  public static func origin(ofTileAddress address: String) -> String? {
    let text = address.lowercased()
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
    var host = String(text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    var prefix = ""
    if host.hasPrefix("{s}.") {
      prefix = "*."
      host = String(host.dropFirst(4))
    }
    guard let name = HostName.host(of: host),
      name.contains(".") || name == "localhost" || HostName.isAddress(name)
    else { return nil }
    return scheme + prefix + host
  }
}
