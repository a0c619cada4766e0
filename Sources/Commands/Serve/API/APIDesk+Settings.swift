import JSONText
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
    do throws(APIFault) { calls = try settingsCalls(try body(request)) } catch {
      return problem(error, request).response
    }
    if let name = calls.compactMap({ $0[3] }).first(where: Self.settingsOfTheCommandLine.contains) {
      let detail = phrases(request).phrase("serve.problem.setting_guarded", ["name": name])
      return Problem(status: 403, detail: detail, code: "setting_guarded").response
    }
    for words in calls {
      let (status, output) = run(words, request)
      if status != 0 { return problem(status, output, request).response }
    }
    let (status, output) = run(["settings", "--json"], request)
    return status == 0 || output.errors.isEmpty
      ? json(output.text) : problem(status, output, request).response
  }

  private func settingsCalls(_ body: JSONNode) throws(APIFault) -> [[String]] {
    guard case .object(let object) = body.value else { throw .parameter(.notAnObject) }
    var calls: [[String]] = []
    for member in object.members {
      var words: [String] = []
      switch member.node.value {
      case .null:
        calls.append(["settings", "--json", "--", "unset", member.key])
        continue
      case .array(let elements):
        for element in elements {
          guard let text = APIValues.text(element) else {
            throw .parameter(.notAValue(member.key))
          }
          words.append(text)
        }
      default:
        guard let text = APIValues.text(member.node) else {
          throw .parameter(.notAValue(member.key))
        }
        words = [text]
      }
      calls.append(["settings", "--json", "--", "set", member.key] + words)
    }
    return calls
  }
}
