import JSONText
import WebServer

/// A problem of RFC 9457.
struct Problem {
  let status: Int
  /// For people, in their language.
  let detail: String
  /// A stable word for programs; nil when there is none.
  let code: String?

  /// `type` stays `about:blank`, so that `title` is the status in words (RFC 9457, section 4.2.1).
  var response: Response {
    let body = JSONOutput.object([
      ("type", "about:blank"), ("title", .string(Self.title(status))),
      ("status", .int(status)), ("detail", .string(detail)), ("code", .optional(code)),
    ])
    return Response(
      status: status, type: "application/problem+json",
      Array((body.text(pretty: true) + "\n").utf8))
  }

  /// The status when a command could not answer. What is not there is 404, a wrong call is 400; for the
  /// rest the state of things stands in the way, or the program or its data are at fault.
  static func status(exit: Int32, code: String?) -> Int {
    switch code {
    case "position_never": 403
    case "unknown_town", "unknown_zone", "no_sectors", "unknown_ticket", "unknown_alarm",
      "unknown_page":
      404
    case "town_unreadable", "sectors_unreadable": 500
    case "store_busy", "settings_busy": 503
    default: exit == CommandFailure.Status.usage.rawValue ? 400 : 409
    }
  }

  private static func title(_ status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }
}
