import CivilTime

/// When a failed attempt is made again.
public enum RetryPolicy {
  /// Seconds after the first, second ... failed attempt; then always the last.
  public static let delays = [2, 5, 10, 20, 40, 60]

  /// No wait is longer than so many seconds. A moment further away was computed before the clock was
  /// set back, and is due.
  public static let longestWait = 120

  /// - Parameter attempts: made so far, 1 or more.
  public static func delay(afterAttempts attempts: Int) -> Int {
    delays[max(0, min(attempts, delays.count) - 1)]
  }

  public static func isDue(_ nextAttempt: Instant, now: Instant) -> Bool {
    nextAttempt <= now || nextAttempt.seconds(since: now) > longestWait
  }

  /// When a channel is tried that stands by for `position` others.
  static func standby(position: Int, of plan: DeliveryPlan, now: Instant) -> Instant {
    now.adding(seconds: min(longestWait, min(longestWait, max(0, plan.standbySeconds)) * position))
  }
}
