import CivilTime
import TestSupport
import Testing

@testable import Tariffs

/// What holds of every plan, whatever the rules.
@Suite struct PlanLawTests {
  @Test(arguments: 0..<6) func aPlanIsLegalWholeAndNeverDearerThanOneTicket(block: Int) throws {
    var random = SeededGenerator(seed: UInt64(9100 + block))
    for _ in 0..<60 {
      let sample = try PlanRandomTowns.make(&random)
      let (zone, name) = (sample.zone, "\(block): \(sample.description)")
      let plan = zone.plan(from: sample.arrival, until: sample.end)
      replay(plan, in: zone, name)
      coversEveryMinute(plan, in: zone, name)
      let single = zone.quote(QuoteRequest(arrival: sample.arrival, want: .until(sample.end)))
      let isOpen = single.segments.allSatisfy { $0.kind == .counted || $0.kind == .free }
      let reached = single.freeUntil ?? single.validUntil
      if single.outcome == .ticket, isOpen, let reached, reached >= sample.end {
        #expect(plan.outcome == .covered && plan.paid <= single.paid, "\(name)")
      }
      #expect((plan.outcome == .covered) == (plan.legalUntil >= sample.end), "\(name)")
      #expect((plan.outcome == .covered) == (plan.reason == nil), "\(name)")
      #expect((plan.outcome == .notAllowed) == (plan.legalUntil == sample.arrival), "\(name)")
      // A longer stay is not legal for less long, and costs no less.
      let longer = zone.plan(from: sample.arrival, until: sample.end.adding(minutes: 25))
      #expect(longer.legalUntil >= min(plan.legalUntil, sample.end), "\(name)")
      if plan.outcome == .covered, longer.outcome == .covered {
        #expect(longer.paid >= plan.paid, "\(name)")
      }
    }
  }

  /// Each ticket is sold at its moment for its price, with those before it.
  private func replay(_ plan: Plan, in zone: PreparedZone, _ name: String) {
    var previous: [PreviousTicket] = []
    for ticket in plan.tickets {
      let again = [
        QuoteRequest.Want.money(ticket.paid), .minutes(max(1, ticket.countedMinutes)),
        .until(plan.end),
      ].map { zone.quote(QuoteRequest(arrival: ticket.arrival, want: $0, previous: previous)) }
      #expect(
        again.contains {
          $0.outcome == .ticket && $0.paid == ticket.paid && $0.validUntil == ticket.validUntil
        }, "\(name)")
      previous.append(
        PreviousTicket(
          from: ticket.countingFrom ?? ticket.arrival, until: ticket.validUntil ?? ticket.arrival))
    }
  }

  private func coversEveryMinute(_ plan: Plan, in zone: PreparedZone, _ name: String) {
    var moment = plan.arrival
    while moment < min(plan.legalUntil, plan.end) {
      let isPaid = plan.tickets.contains { ticket in
        guard let from = ticket.countingFrom, let until = ticket.validUntil else { return false }
        return from <= moment && moment < until
      }
      if !isPaid {
        let answer = zone.quote(QuoteRequest(arrival: moment, want: .money(.zero)))
        let isStop = plan.end.seconds(since: plan.arrival) <= 300
        guard answer.outcome == .free || isStop else {
          Issue.record("\(moment) is not paid: \(name)")
          return
        }
      }
      moment = moment.adding(minutes: 1)
    }
  }
}
