import DataLibrary
import EventLoop
import JSONText
import Phrasebook
import Settings
import WebServer

/// Answers the requests of the API by running commands, in this process and one after the other.
final class APIDesk {
  /// What the server was called with, without a command; every call is made of it.
  let base: Invocation
  /// Options of the server's call that hold for all calls.
  private let everywhere: [String]
  let folder: DataFolder
  let loop: EventLoop
  private let cache = LibraryCache()

  /// - Parameter invocation: of the server; its words are not used.
  init(_ invocation: Invocation, folder: DataFolder, loop: EventLoop) {
    self.loop = loop
    let ignoresSettings = ParsedArguments.has(.noSettings, in: invocation.arguments)
    everywhere = ignoresSettings ? ["--" + CommandOption.noSettings.name] : []
    var base = invocation
    base.arguments = []
    base.environment["APARKA_DATA"] = folder.path
    base.cache = cache
    self.base = base
    self.folder = folder
  }

  var library: TownLibrary { TownLibrary(folder: folder, cache: cache) }

  /// As they are now: a change acts at once.
  var settings: Settings {
    everywhere.isEmpty
      ? SettingsLibrary(environment: base.environment).load().settings : Settings()
  }

  // MARK: Languages

  func language(_ request: Request?) -> Language? {
    request?.headers["Accept-Language"].flatMap { Language(acceptLanguage: $0) }
  }

  func phrases(_ request: Request?) -> Phrasebook {
    PhraseLibrary(folder: folder, cache: cache).phrasebook(
      Language.chosen(
        option: language(request), setting: settings.language, lcAll: base.environment["LC_ALL"],
        lcMessages: base.environment["LC_MESSAGES"], lang: base.environment["LANG"]))
  }

  // MARK: Commands

  /// The words of a command with what holds for all calls, behind the command's own: after `--` there
  /// are no options.
  func call(_ words: [String], _ request: Request) -> [String] {
    let language = language(request).map { ["--lang=\($0.rawValue)"] } ?? []
    return words.prefix(1) + everywhere + language + words.dropFirst()
  }

  func run(_ words: [String], _ request: Request) -> (status: Int32, output: CapturedOutput) {
    var invocation = base
    invocation.now = base.laterNow()
    invocation.arguments = call(words, request)
    let output = CapturedOutput()
    return (CommandLineTool.run(invocation, output: output, input: NoInput()), output)
  }

  func answer(_ endpoint: APIEndpoint, _ request: Request) -> Response {
    let words: [String]
    do throws(APIFault) {
      let values = try values(request)
      do { words = try endpoint.call(values, path: request.pathValues) } catch {
        throw .parameter(error)
      }
    } catch { return problem(error, request).response }
    if endpoint.isSlow { return slowAnswer(words, request) }
    let (status, output) = run(words, request)
    // A command that answers may still have something to complain about (doctor, faulty settings).
    return output.hasFailed
      ? problem(status, output).response
      : json(output.text, status: Self.status(endpoint, output.text))
  }

  /// 201 only when something was made: `park` also answers that a request was seen before, or that
  /// nothing is sold.
  private static func status(_ endpoint: APIEndpoint, _ text: String) -> Int {
    guard endpoint.success == 201, let root = try? JSONNode(parsing: text),
      case .object(let answer) = root.value, case .string(let outcome)? = answer["outcome"]?.value
    else { return endpoint.success }
    return outcome == "parked" ? 201 : 200
  }

  func problem(_ status: Int32, _ output: CapturedOutput) -> Problem {
    Problem(
      status: Problem.status(exit: status, code: output.code), detail: output.message,
      code: output.code)
  }

  func json(_ text: String, status: Int = 200) -> Response {
    Response(status: status, type: "application/json", Array(text.utf8))
  }

  // MARK: Parameters

  enum APIFault: Error {
    case text(JSONTextError)
    case parameter(APIParameterFault)
  }

  /// Of the query, or of the body where the method has one.
  private func values(_ request: Request) throws(APIFault) -> APIValues {
    guard request.method == .post || request.method == .patch else {
      return APIValues(query: request.target.query.map { ($0.name, $0.value) })
    }
    let body = try body(request)
    do throws(APIParameterFault) { return try APIValues(body: body) } catch {
      throw .parameter(error)
    }
  }

  /// The body as a tree; nothing at all counts as an empty object.
  func body(_ request: Request) throws(APIFault) -> JSONNode {
    guard !request.body.isEmpty else { return JSONNode(.object(JSONObject())) }
    do { return try JSONNode(parsing: request.body, limits: JSONLimits(depth: 16)) } catch {
      throw .text(error)
    }
  }

  /// For what has no parameters: why the body is wrong, nil when it is not.
  func refusesBody(_ request: Request) -> Response? {
    do throws(APIFault) {
      guard let name = try values(request).names.first else { return nil }
      throw .parameter(.unknown(name, known: []))
    } catch { return problem(error, request).response }
  }

  func problem(_ fault: APIFault, _ request: Request) -> Problem {
    let phrases = phrases(request)
    switch fault {
    case .text(let error):
      return Problem(
        status: 400,
        detail: phrases.phrase(
          "serve.problem.bad_json",
          [
            "line": "\(error.line)", "column": "\(error.column)",
            "what": phrases.fault(error).message,
          ]), code: error.code)
    case .parameter(let fault):
      return Problem(status: 400, detail: phrases.message(fault), code: fault.code)
    }
  }
}

/// Nobody types anything.
private final class NoInput: InputSource {
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int { 0 }
}

extension Phrasebook {
  fileprivate func message(_ fault: APIParameterFault) -> String {
    switch fault {
    case .unknown(let name, let known):
      phrase(
        "serve.problem.unknown_parameter",
        ["name": name, "known": known.joined(separator: ", ")])
    case .missing(let name): phrase("serve.problem.missing_parameter", ["name": name])
    case .twice(let name): phrase("serve.problem.parameter_twice", ["name": name])
    case .together(let names):
      phrase("serve.problem.parameters_together", ["names": names.joined(separator: ", ")])
    case .notAWholeNumber(let name): phrase("serve.problem.not_a_whole_number", ["name": name])
    case .notAFlag(let name): phrase("serve.problem.not_a_flag", ["name": name])
    case .notAValue(let name): phrase("serve.problem.not_a_value", ["name": name])
    case .notAnObject: phrase("serve.problem.not_an_object")
    }
  }
}
