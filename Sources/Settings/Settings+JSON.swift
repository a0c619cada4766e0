import JSONText

extension Settings {
  /// Takes over the members of a JSON object: what the file holds, and what is changed together. A member
  /// that is null is unset.
  ///
  /// - Returns: what is wrong with the members; those stay as they were, the others are taken over. Only
  ///   `position` becomes `never` when its value is faulty: somebody had something to say about it.
  public mutating func apply(_ root: JSONCursor) -> [JSONShapeError] {
    var errors = JSONShapeErrors()
    guard let object = errors.collect(try root.object()) else { return errors.list }
    // In the order of the table, so that the town is there before what belongs to it.
    for setting in Setting.all {
      guard let node = object[setting.name] else { continue }
      let cursor = JSONCursor(node, path: root.path.member(setting.name))
      if cursor.isNull {
        unset(setting)
        continue
      }
      do throws(JSONShapeError) {
        let value = try setting.kind.value(cursor)
        do throws(SettingError) { try set(setting, to: value) } catch {
          throw error.located(at: cursor)
        }
      } catch {
        errors.record(error)
        if setting.name == "position" { position = .never }
      }
    }
    errors.refuseUnknownMembers(of: root, known: Setting.all.map(\.name))
    return errors.list
  }

  /// What differs from the defaults, as the file has it.
  public var json: JSONOutput {
    .object(
      Setting.all.filter { !isStandard($0) }.map { ($0.name, value(of: $0).json) })
  }
}

extension Setting.Kind {
  /// A value as it is written in JSON.
  func value(_ cursor: JSONCursor) throws(JSONShapeError) -> SettingValue {
    switch self {
    case .word, .text: return .text(try cursor.string())
    case .flag: return .flag(try cursor.bool())
    case .number(let allowed): return .number(try cursor.int(in: allowed))
    case .numbers(let allowed):
      var numbers: [Int] = []
      for element in try cursor.array() { numbers.append(try element.int(in: allowed)) }
      return .numbers(numbers)
    case .words, .texts:
      var texts: [String] = []
      for element in try cursor.array() { texts.append(try element.string()) }
      return .texts(texts)
    }
  }
}

extension SettingValue {
  public var json: JSONOutput {
    switch self {
    case .none: .null
    case .text(let text): .string(text)
    case .number(let number): .int(number)
    case .flag(let flag): .bool(flag)
    case .numbers(let numbers): .array(numbers.map { .int($0) })
    case .texts(let texts): .array(texts.map { .string($0) })
    }
  }
}

extension SettingError {
  fileprivate func located(at cursor: JSONCursor) -> JSONShapeError {
    if let element, let elements = try? cursor.array(), elements.indices.contains(element) {
      return elements[element].failure(kind)
    }
    return cursor.failure(kind)
  }
}
