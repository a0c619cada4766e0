import DataLibrary
import JSONText
import Phrasebook
import WebServer

/// The answers that no command gives: what the page needs besides.
extension APIDesk {
  /// `GET towns`.
  func towns(_ request: Request) -> Response {
    do throws(LibraryError) {
      var towns: [JSONOutput] = []
      for id in try library.townIDs() {
        let names = try library.names(ofTown: id).sorted { $0.key < $1.key }
        towns.append(
          .object([
            ("town", .string(id)),
            ("name", .object(names.map { ($0.key, .string($0.value)) })),
          ]))
      }
      return json(JSONOutput.object([("towns", .array(towns))]).text(pretty: true) + "\n")
    } catch {
      let detail = phrases(request).phrase("serve.problem.data_unreadable")
      return Problem(status: 500, detail: detail, code: "data_unreadable").response
    }
  }

  /// `GET sectors`: the GeoJSON file of a layer, as it is. The command is asked first: it finds the
  /// town and reads the file, so that what goes out is good.
  func sectors(_ request: Request) -> Response {
    do throws(APIFault) {
      let (town, kind) = try wantedLayer(request)
      let (status, output) = run(["sectors", "--json", "--", town], request)
      if output.code == "no_sectors" { return emptyMap }
      guard !output.hasFailed, let id = Self.townID(inSectors: output.text) else {
        return problem(status, output).response
      }
      let files = SectorLibrary(
        folder: folder, userFolder: SectorLibrary.userFolder(environment: base.environment))
      let paths = [files.userPath(id, kind), files.shippedPath(id)].compactMap { $0 }
      for path in paths {
        if let bytes = try? FileReading.bytes(path, limitBytes: 64 << 20) {
          return Response(type: "application/geo+json", bytes)
        }
      }
      return emptyMap
    } catch { return problem(error, request).response }
  }

  /// Of a town, or a layer, that nobody has drawn.
  private var emptyMap: Response {
    Response(
      type: "application/geo+json", Array("{\"type\":\"FeatureCollection\",\"features\":[]}\n".utf8)
    )
  }

  private func wantedLayer(
    _ request: Request
  ) throws(APIFault) -> (town: String, kind: LayerKind) {
    do throws(APIParameterFault) {
      let values = try Self.query(request, known: ["town", "layer"])
      guard let town = try values.one("town"), !town.isEmpty else { throw .missing("town") }
      let layer = try values.one("layer") ?? LayerKind.sectors.rawValue
      guard let kind = LayerKind(rawValue: layer) else {
        throw .notAValue("layer")
      }
      return (town, kind)
    } catch { throw .parameter(error) }
  }

  private static func query(
    _ request: Request, known: [String]
  ) throws(APIParameterFault) -> APIValues {
    let values = APIValues(query: request.target.query.map { ($0.name, $0.value) })
    for name in values.names where !known.contains(name) {
      throw .unknown(name, known: known)
    }
    return values
  }

  private static func townID(inSectors text: String) -> String? {
    guard let root = try? JSONNode(parsing: text), case .object(let answer) = root.value,
      case .array(let towns)? = answer["towns"]?.value, towns.count == 1,
      case .object(let town) = towns[0].value, case .string(let id)? = town["town"]?.value
    else { return nil }
    return id
  }

  /// Groups of phrases that only the command line says.
  private static let groupsOfTheCommandLine: Set<String> = [
    "help", "option", "option_value", "json", "json_kind", "fault", "finding", "sector_finding",
    "hours_error", "check", "sectors", "export", "batch", "serve",
  ]

  /// `GET phrases`: the catalogue of a language, with what it lacks from the next one. The user's own
  /// choice goes before what the browser was installed with.
  func phrases(answering request: Request) -> Response {
    let asked: Language?
    do throws(APIParameterFault) {
      let typed = try Self.query(request, known: ["language"]).one("language")
      asked = typed.flatMap { Language(rawValue: $0) }
      if typed != nil, asked == nil { throw .notAValue("language") }
    } catch { return problem(.parameter(error), request).response }
    let language = asked ?? settings.language ?? phrases(request).language
    let library = PhraseLibrary(folder: folder, cache: base.cache)
    var texts: [String: String] = [:]
    for language in language.chain.reversed() {
      texts.merge(library.catalogue(language)?.texts ?? [:]) { $1 }
    }
    let wanted = texts.filter { text in
      !Self.groupsOfTheCommandLine.contains(String(text.key.prefix { $0 != "." }))
    }
    let members = wanted.sorted { $0.key < $1.key }.map { ($0.key, JSONOutput.string($0.value)) }
    return json(
      JSONOutput.object([
        ("language", .string(language.rawValue)), ("phrases", .object(members)),
      ]).text() + "\n")
  }

  /// `GET openapi.json`.
  func description(_ request: Request) -> Response {
    guard
      let bytes = try? FileReading.bytes(folder.path + "/api/openapi.json", limitBytes: 4 << 20)
    else {
      let detail = phrases(request).phrase("serve.problem.data_unreadable")
      return Problem(status: 500, detail: detail, code: "data_unreadable").response
    }
    return Response(type: "application/json", bytes)
  }
}
