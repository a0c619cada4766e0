import CivilTime
import Reminders
import Testing

/// Random lives of a store, held against `PlainReminders`: the same sends, none lost, none doubled but
/// in the window of a crash, and then with the same key.
struct ModelTests {
  /// 20 x 500 sequences, on a store each: in all some 4,000 crashes, 43,000 sends and 500 repeats.
  @Test("10,000 random sequences", arguments: 0..<20)
  func sequences(shard: Int) throws {
    let bench = try Workbench(in: "/dev/shm")
    var life = try RandomLife(bench: bench)
    for sequence in 0..<500 {
      let seed = UInt64(shard * 500 + sequence)
      do {
        try life.run(seed: seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    #expect(life.crashes > 100 && life.sends > 700 && life.repeats > 3)
  }
}

extension RandomLife {
  func compare() throws {
    for alarm in try store.alarms(AlarmFilter(openOnly: false)) {
      let real = PlainReminders.PlainAlarm(
        ticket: alarm.ticket, generation: alarm.generation, cause: alarm.cause, due: alarm.due,
        state: alarm.state, text: alarm.text, reason: alarm.reason, spokenBy: alarm.spokenBy)
      guard plain.alarms[alarm.id] == real else {
        let expected = String(describing: plain.alarms[alarm.id])
        throw Difference(description: "alarm \(alarm.id): \(real) instead of \(expected)")
      }
      let rows = try store.deliveries(of: alarm.id).map { delivery in
        PlainReminders.Row(
          alarm: delivery.alarm, channel: delivery.channel, position: delivery.position,
          state: delivery.state, attempts: delivery.attempts, next: delivery.nextAttempt,
          giveUp: delivery.giveUp, reason: delivery.reason)
      }
      let expected = plain.rows.filter { $0.alarm == alarm.id }
      guard rows == expected else {
        throw Difference(description: "deliveries \(rows) instead of \(expected)")
      }
    }
    guard try store.alarms(AlarmFilter(openOnly: false)).count == plain.alarms.count else {
      throw Difference(description: "not the same alarms")
    }
  }

  /// What must hold whatever the model says.
  mutating func checkLaws() throws {
    for (name, seen) in seen {
      if seen.taken > 1 + seen.excuses { throw Difference(description: "\(name) told twice") }
      if seen.taken > 1 { repeats += 1 }
    }
    let alarms = try store.alarms(AlarmFilter(openOnly: false))
    for alarm in alarms {
      let told = seen.filter { $0.key.hasPrefix("\(alarm.id) ") }.values
      let isRight =
        switch alarm.state {
        case .pending, .firing: false
        case .delivered: told.contains { $0.taken > 0 }
        case .failed:
          plain.plan.channels.isEmpty
            || (told.count == plain.plan.channels.count
              && told.allSatisfy { $0.taken <= $0.excuses })
        case .cancelled: alarm.reason != nil
        case .superseded, .expired:
          // Only what was told from memory and forgotten in a crash.
          told.allSatisfy { $0.sends <= $0.excuses }
            && (alarm.reason == "past"
              || alarms.contains { $0.id == alarm.spokenBy && $0.fired != nil })
        }
      guard isRight else { throw Difference(description: "\(alarm) with \(told)") }
    }
  }
}
