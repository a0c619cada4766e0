extension JSONNode {
  /// The document that `patch` makes of this one (RFC 7396, JSON Merge Patch): members of an object
  /// are merged in depth, null removes a member, anything else replaces what was there.
  ///
  /// Members keep the order they had, new ones follow in the patch's order. Every value keeps its
  /// offset in the text it comes from; an object that was merged has the offset of the patch, where
  /// its author wrote it last.
  public func merging(patch: JSONNode) -> JSONNode {
    guard case .object(let changes) = patch.value else { return patch }
    var target = JSONObject()
    if case .object(let object) = value { target = object }
    var members: [JSONMember] = []
    members.reserveCapacity(target.count + changes.count)
    for member in target.members {
      guard let change = changes.member(member.key) else {
        members.append(member)
        continue
      }
      if let merged = change.merged(into: member.node) { members.append(merged) }
    }
    for change in changes.members where target[change.key] == nil {
      if let merged = change.merged(into: JSONNode(.null)) { members.append(merged) }
    }
    return JSONNode(.object(JSONObject(distinct: members)), offset: patch.offset)
  }
}

extension JSONMember {
  /// The member that this member of a patch makes of `target`; nil when it removes it.
  fileprivate func merged(into target: JSONNode) -> JSONMember? {
    if case .null = node.value { return nil }
    return JSONMember(key: key, keyOffset: keyOffset, node: target.merging(patch: node))
  }
}
