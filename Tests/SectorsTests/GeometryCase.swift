// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import Foundation
import Sectors
import TestSupport
import Testing

/// A case of `Fixtures/geometry-cases.json`: public reports of other libraries, the RFC's examples and our
/// own, with the answer proved by exact arithmetic or GEOS.
struct GeometryCase: CustomTestStringConvertible, Sendable {
  let name: String
  let source: String
  var text: [UInt8]
  var point: (longitude: Double, latitude: Double)?
  let expected: Expected
  let policy: String?
  /// The property that names the features in the expectations; their id when nil.
  let key: String?

  struct Expected: Sendable {
    var reads = true
    var queryIsRefused = false
    var locations: [String: String] = [:]
    var covers: [String]?
    var smallestFirst: [String]?
    var nearest: String?
    var metres: Double?
    var bearing: Double?
    var nearestPoint: [Double]?
  }

  var testDescription: String { name }

  init?(_ object: [String: Any], text: [UInt8]?) throws {
    name = object["name"] as! String
    source = object["source"] as! String
    key = (object["key"] as? String).map { $0.replacing("properties.", with: "") }
    let expect = object["expect"] as! [String: Any]
    policy = expect["policy"] as? String
    if let text {
      self.text = text
    } else if let base64 = object["base64"] as? String {
      self.text = [UInt8](Data(base64Encoded: base64)!)
    } else if let written = object["text"] as? String {
      self.text = Array(written.utf8)
    } else {
      self.text = [UInt8](try JSONSerialization.data(withJSONObject: object["geojson"]!))
    }
    let numbers = (object["point"] as? [Any])?.map { ($0 as? Double) ?? .nan }
    point = numbers.map { ($0[0], $0[1]) }
    expected = Expected(
      reads: expect["read"] as? String == "ok",
      queryIsRefused: expect["query"] != nil,
      locations: expect["location"] as? [String: String] ?? [:],
      covers: expect["covers"] as? [String],
      smallestFirst: expect["smallest_first"] as? [String],
      nearest: expect["nearest"].map { "\($0)" },
      metres: expect["distance_m"] as? Double,
      bearing: expect["bearing_deg"] as? Double,
      nearestPoint: expect["nearest_point"] as? [Double])
  }

  static let all: [GeometryCase] = {
    let file = Repository.file("Tests/SectorsTests/Fixtures/geometry-cases.json")
    let list = try! JSONSerialization.jsonObject(with: Data(contentsOf: file)) as! [Any]
    return list.compactMap { try! GeometryCase($0 as! [String: Any], text: nil) }
  }()

  /// The case with each latitude halved, for a bare polygon.
  func halvingLatitudes() -> GeometryCase {
    var copy = self
    var object = try! JSONSerialization.jsonObject(with: Data(text)) as! [String: Any]
    let rings = object["coordinates"] as! [[[Double]]]
    object["coordinates"] = rings.map { $0.map { [$0[0], $0[1] / 2] } }
    copy.text = [UInt8](try! JSONSerialization.data(withJSONObject: object))
    copy.point = point.map { ($0.longitude, $0.latitude / 2) }
    return copy
  }

  /// The name of a feature as the expectations give it.
  func name(_ feature: Feature, _ index: Int) -> String {
    if let key, key != "id" {
      let property = feature.otherProperties.first { $0.name == key }
      return property?.value.word ?? "?"
    }
    return feature.id ?? "#\(index)"
  }
}
