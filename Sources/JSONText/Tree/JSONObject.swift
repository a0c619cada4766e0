/// A member of an object: name, value and where the name starts.
public struct JSONMember: Sendable {
  public let key: String
  /// The byte offset of the name's opening quote.
  public let keyOffset: Int
  public let node: JSONNode

  public init(key: String, keyOffset: Int = 0, node: JSONNode) {
    self.key = key
    self.keyOffset = keyOffset
    self.node = node
  }
}

/// An object: its members in the order of the text, each name once. Names are compared code point by
/// code point.
public struct JSONObject: Sendable {
  public let members: [JSONMember]
  /// Where each name is in `members`; kept only when there are many.
  private let index: [ExactText: Int]?

  /// Up to this many members a scan is faster than a dictionary.
  private static let scanLimit = 8

  /// Of members with the same name the last one stays, in the place of the first. (The readers refuse
  /// such objects before they come here.)
  public init(_ members: [JSONMember] = []) {
    guard members.count > 1 else {
      self.init(distinct: members, places: [:])
      return
    }
    var places: [ExactText: Int] = [:]
    places.reserveCapacity(members.count)
    var unique: [JSONMember] = []
    unique.reserveCapacity(members.count)
    for member in members {
      if let place = places[ExactText(member.key)] {
        unique[place] = member
      } else {
        places[ExactText(member.key)] = unique.count
        unique.append(member)
      }
    }
    self.init(distinct: unique, places: places)
  }

  /// Members that the reader has found to be distinct.
  init(distinct members: [JSONMember]) {
    var places: [ExactText: Int] = [:]
    if members.count > Self.scanLimit {
      places.reserveCapacity(members.count)
      for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
    }
    self.init(distinct: members, places: places)
  }

  private init(distinct members: [JSONMember], places: [ExactText: Int]) {
    self.members = members
    self.index = members.count > Self.scanLimit ? places : nil
  }

  public var count: Int { members.count }
  public var keys: [String] { members.map(\.key) }

  public func member(_ key: String) -> JSONMember? {
    if let index { return index[ExactText(key)].map { members[$0] } }
    return members.first { isSameText($0.key, key) }
  }

  public subscript(_ key: String) -> JSONNode? { member(key)?.node }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.node }
  }

  public func hash(into hasher: inout Hasher) {
    // Equal objects may have another order, so that only a sum over the members will do.
    var sum = 0
    for member in members {
      var one = Hasher()
      one.combine(ExactText(member.key))
      one.combine(member.node)
      sum &+= one.finalize()
    }
    hasher.combine(sum)
  }
}

/// A string compared by its code points.
struct ExactText: Hashable {
  let text: String
  init(_ text: String) { self.text = text }
  static func == (left: ExactText, right: ExactText) -> Bool { isSameText(left.text, right.text) }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
