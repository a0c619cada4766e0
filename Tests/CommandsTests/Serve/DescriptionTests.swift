import Foundation
import TestSupport
import Testing

@testable import Commands

/// The OpenAPI description against the program and the documentation.
struct DescriptionTests {
  private typealias Object = [String: Any]

  private static func document() throws -> [String: Any] {
    let data = try Data(contentsOf: Repository.file("api/openapi.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
  }

  /// It is made from the tables of docs/, and was made again after they changed.
  @Test func isCurrent() throws {
    let result = try Program.shell(
      "python3 scripts/make-openapi.py --check",
      environment: ["PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Each path, method and parameter is there, and no other.
  @Test func hasThePathsOfTheProgram() throws {
    let paths = try #require(try Self.document()["paths"] as? Object)
    var described: [String: Set<String>] = [:]
    for (path, operations) in paths {
      for (method, node) in try #require(operations as? Object) {
        let node = try #require(node as? Object)
        var names = Set(
          (node["parameters"] as? [Object] ?? []).compactMap { parameter in
            parameter["in"] as? String == "query" ? parameter["name"] as? String : nil
          })
        if let body = (node["requestBody"] as? Object)?["content"] as? Object,
          let schema = (body["application/json"] as? Object)?["schema"] as? Object
        {
          names.formUnion((schema["properties"] as? Object ?? [:]).keys)
        }
        described[method + " " + path.dropFirst()] = names
      }
    }
    var known: [String: Set<String>] = [:]
    for endpoint in APIEndpoints.all {
      let names = Set(endpoint.parameters.map(\.name)).subtracting(endpoint.pathNames)
      known[endpoint.method.rawValue.lowercased() + " " + endpoint.path] = names
    }
    for (path, names) in [
      ("get towns", []), ("get sectors", ["town", "layer"]), ("get phrases", ["language"]),
      ("get events", []), ("post session", []), ("get openapi.json", []), ("patch settings", []),
    ] as [(String, [String])] {
      known[path] = Set(names)
    }
    #expect(Set(described.keys) == Set(known.keys))
    for (path, names) in known { #expect(described[path] == names, "\(path)") }
    // And the table of docs/api.md names each path.
    let text = try String(contentsOf: Repository.file("docs/api.md"), encoding: .utf8)
    for endpoint in APIEndpoints.all {
      let last = endpoint.path.split(separator: "/").last ?? ""
      #expect(
        text.contains("`\(endpoint.method.rawValue) \(endpoint.path)`")
          || text.contains("`\(last)`"), "\(endpoint.path)")
    }
  }
}
