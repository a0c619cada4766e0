/// Texts of the subset, drawn from a seed.
struct RandomSchedules<Generator: RandomNumberGenerator> {
  var generator: Generator
  /// Comments are told apart only where the state word stands (peers read a lone comment otherwise).
  private let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  init(_ generator: Generator) { self.generator = generator }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func schedule() -> String {
    var text = rule(first: true)
    for _ in 0..<number(0...3) {
      let adds = chance(30)
      text += adds ? ", " : "; "
      text += rule(first: false, afterComma: adds)
    }
    return text
  }

  /// After a comma the rule begins with a selector, and the one before it ends in a state or times,
  /// so that the text has one reading.
  private mutating func rule(first: Bool, afterComma: Bool = false) -> String {
    if !afterComma, chance(6) { return ["24/7", "off", "unknown"][number(0...2)] }
    var parts: [String] = []
    if chance(10) { parts.append(years()) }
    let datedByYear = parts.isEmpty
    if chance(35) { parts.append(dates(withYears: datedByYear)) }
    if parts.isEmpty || chance(60) { parts.append(weekdays()) }
    let hasSpans = chance(80)
    if hasSpans { parts.append(spans()) }
    let roll = number(1...100)
    if roll <= 12 {
      parts.append("off")
    } else if roll <= 20 {
      parts.append("unknown")
    } else if !hasSpans || chance(10) {
      parts.append("open")
    }
    if roll > 12, parts.last == "open" || parts.last == "unknown", chance(40) {
      parts.append(["\"a\"", "\"b\"", "\"por turnos\""][number(0...2)])
    }
    return parts.joined(separator: " ")
  }

  private mutating func years() -> String {
    let first = number(2019...2029)
    switch number(1...3) {
    case 1: return "\(first)-\(first + number(1...5))"
    case 2: return "\(first),\(first + number(2...4))"
    default: return "\(first)-\(first + 1),\(first + 3)"
    }
  }

  private mutating func dates(withYears: Bool) -> String {
    let year = withYears && chance(25) ? "\(number(2019...2030)) " : ""
    return (0..<number(1...3)).map { _ in
      switch number(1...10) {
      case 1...3:
        let first = number(0...11)
        if chance(40) { return year + months[first] }
        let last = year.isEmpty ? number(0...11) : number(first...11)
        return year + months[first] + "-" + months[last]
      case 4...5: return year + day()
      case 6:
        let month = number(0...11)
        let first = number(1...28)
        let written = first < 10 ? "0\(first)" : "\(first)"
        return year + "\(months[month]) \(written)-\(number(first...28))"
      case 7...8 where year.isEmpty: return day() + "-" + day()
      case 9: return year + easter()
      case 10 where year.isEmpty:
        return "easter -\(number(1...9)) days-easter +\(number(1...9)) days"
      default: return year + day()
      }
    }.joined(separator: ",")
  }

  private mutating func easter() -> String {
    ["easter", "easter -2 days", "easter +1 day", "easter +50 days"][number(0...3)]
  }

  private mutating func day() -> String {
    let day = number(1...28)
    return months[number(0...11)] + " " + (day < 10 ? "0\(day)" : "\(day)")
  }

  private mutating func weekdays() -> String {
    (0..<number(1...2)).map { _ in
      switch number(1...10) {
      case 1...2: return "PH"
      case 3...5: return days[number(0...6)]
      default: return days[number(0...6)] + "-" + days[number(0...6)]
      }
    }.joined(separator: ",")
  }

  private mutating func spans() -> String {
    (0..<number(1...3)).map { _ in
      let start = number(0...95) * 15
      var length = number(1...40) * 15
      if chance(3) { length = 1440 }
      var end = start + length
      if end > 1440, end - 1440 < start, chance(50) { end -= 1440 }
      return clock(start) + "-" + clock(end)
    }.joined(separator: ",")
  }

  private func clock(_ minute: Int) -> String {
    let (hour, rest) = (minute / 60, minute % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
