import JSONText
import Settings
import WebServer

extension APIDesk {
  /// Settings that only the command line changes: they say which program runs, and who may reach this
  /// server. Whoever gets hold of a phone shall not get hold of the machine.
  static let settingsOfTheCommandLine: Set<String> = [
    "command", "command_through_shell", "web", "web_address", "web_port",
  ]

  /// `PATCH settings`: each member is `settings set`, null is `settings unset`. The first one that
  /// cannot be set ends it; those before it are set.
  func changeSettings(_ request: Request) -> Response {
    let calls: [[String]]
    do throws(APIFault) {
      let body = try body(request)
      do { calls = try Self.settingsCalls(body) } catch { throw .parameter(error) }
    } catch { return problem(error, request).response }
    for words in calls where Self.settingsOfTheCommandLine.contains(words[4]) {
      let detail = phrases(request).phrase("serve.problem.setting_guarded", ["name": words[4]])
      return Problem(status: 403, detail: detail, code: "setting_guarded").response
    }
    for words in calls {
      let (status, output) = run(words, request)
      guard output.hasFailed else { continue }
      let failed = problem(status, output)
      // A town that is not there is a wrong value here.
      return Problem(
        status: failed.status == 404 ? 400 : failed.status, detail: failed.detail,
        code: failed.code
      ).response
    }
    let (status, output) = run(["settings", "--json"], request)
    return output.hasFailed ? problem(status, output).response : json(output.text)
  }

  private static func settingsCalls(_ body: JSONNode) throws(APIParameterFault) -> [[String]] {
    guard case .object(let object) = body.value else { throw .notAnObject }
    var calls: [[String]] = []
    for member in object.members {
      // The command also knows names that are almost right; here that would be a way around.
      guard Setting.named(member.key) != nil else {
        throw .unknown(member.key, known: Setting.all.map(\.name))
      }
      let words = try words(member)
      calls.append(
        ["settings", "--json", "--", words == nil ? "unset" : "set", member.key] + (words ?? []))
    }
    return calls
  }

  /// The words of a value; nil for none.
  private static func words(_ member: JSONMember) throws(APIParameterFault) -> [String]? {
    var words: [String] = []
    let nodes: [JSONNode]
    switch member.node.value {
    case .null: return nil
    case .array(let elements): nodes = elements
    default: nodes = [member.node]
    }
    for node in nodes {
      guard let text = APIValues.text(node) else { throw .notAValue(member.key) }
      words.append(text)
    }
    return words
  }
}
