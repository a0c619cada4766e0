import Glibc

/// Nanoseconds of one run of `body`, by the monotonic clock: the best of five series.
func nanosecondsEach(_ count: Int, _ body: (Int) -> Void) -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = now()
    for index in 0..<count { body(index) }
    best = min(best, Double(now() - start) / Double(count))
  }
  return best
}

private func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
