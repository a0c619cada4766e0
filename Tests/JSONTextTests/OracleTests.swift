import JSONText
import TestSupport
import Testing

/// The reader and the writer against Python's json.
struct OracleTests {
  /// What Python accepts and the reader refuses on purpose; there is nothing else.
  private static let laxReasons = ["duplicate_key", "lone_surrogate", "unknown_literal"]

  @Test(arguments: [UInt64(1), 2, 3])
  func sameAnswerAsPython(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    var texts: [[UInt8]] = []
    for _ in 0..<400 {
      let text = random.text()
      texts.append(text)
      for _ in 0..<4 { texts.append(random.damaged(text)) }
    }
    let answers = try askOracle(
      "json_documents.py", texts.map { $0.isEmpty ? " " : hexadecimal($0) })
    #expect(answers.count == texts.count)
    var seen: [Substring: Int] = [:]
    for (text, answer) in zip(texts, answers) {
      let parts = answer.split(separator: " ", maxSplits: 1)
      seen[parts[0], default: 0] += 1
      let shown = String(decoding: text, as: UTF8.self)
      do throws(JSONTextError) {
        let node = try JSONNode(parsing: text)
        #expect(answer == "ok " + written(node), "\(shown)")
      } catch {
        if parts[0] == "lax" {
          let reasons = parts[1].split(separator: " ").map { "json_" + $0 }
          #expect(reasons.contains(error.code), "\(shown) \(error)")
        } else {
          #expect(answer == "reject", "\(shown) \(error)")
        }
      }
      let skipped: Void? = try? JSONReader.read(text) {
        (reader) throws(JSONTextError) in try reader.skipValue()
      }
      #expect((skipped != nil) == (parts[0] == "ok"), "skipValue: \(shown)")
    }
    // The comparison means something only when all three answers are frequent.
    #expect(seen["ok", default: 0] > 300 && seen["reject", default: 0] > 500, "\(seen)")
    #expect(seen["lax", default: 0] > 5, "\(seen)")
  }

  @Test func namedExceptions() throws {
    let texts: [(String, reason: String)] = [
      ("NaN", "unknown_literal"), ("[-Infinity]", "unknown_literal"),
      ("Infinity", "unknown_literal"), (#"{"a":1,"a":1}"#, "duplicate_key"),
      (#"{"\u0061":1,"a":2}"#, "duplicate_key"), (#""\uD800""#, "lone_surrogate"),
      (#""\uDC00\uD800""#, "lone_surrogate"),
    ]
    let answers = try askOracle("json_documents.py", texts.map { hexadecimal(Array($0.0.utf8)) })
    for (text, answer) in zip(texts, answers) {
      #expect(answer == "lax " + text.reason)
      #expect(throws: JSONTextError.self) { try JSONNode(parsing: text.0) }
      #expect(fault(text.0)?.code == "json_" + text.reason)
    }
    #expect(Set(texts.map(\.reason)) == Set(Self.laxReasons))
  }

  @Test func writesAsPython() throws {
    var random = RandomJSON(seed: 11)
    var nodes: [JSONNode] = []
    var lines: [String] = []
    while nodes.count < 400 {
      let text = random.text()
      guard let node = try? JSONNode(parsing: text) else { continue }
      nodes.append(node)
      lines.append(hexadecimal(text))
    }
    let answers = try askOracle("json_writing.py", lines)
    #expect(answers.count == nodes.count)
    for (node, answer) in zip(nodes, answers) {
      let compact = JSONOutput(node).text()
      let pretty = JSONOutput(node).text(pretty: true)
      #expect(answer == hexadecimal(Array(compact.utf8)) + " " + hexadecimal(Array(pretty.utf8)))
      #expect(try written(JSONNode(parsing: compact)) == written(node))
      #expect(try JSONNode(parsing: pretty) == node)
      #expect(try JSONNode(parsing: pretty).hashValue == node.hashValue)
    }
  }
}

/// The error of a text; nil when it is good.
func fault(_ text: String, limits: JSONLimits = JSONLimits()) -> JSONTextError? {
  fault(Array(text.utf8), limits: limits)
}

func fault(_ text: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONTextError? {
  do throws(JSONTextError) {
    _ = try JSONNode(parsing: text, limits: limits)
    return nil
  } catch {
    return error
  }
}
