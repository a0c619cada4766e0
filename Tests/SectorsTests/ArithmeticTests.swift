import TestSupport
import Testing

@testable import Sectors

/// The arithmetic below the answers, against whole numbers and against the geodesic.
struct ArithmeticTests {
  /// Coordinates that are whole numbers of up to 52 bits, for which 128 bits hold the determinant.
  @Test func orientationIsExact() {
    var random = SeededGenerator(seed: 30)
    var onLine = 0
    var unsure = 0
    for number in 0..<40_000 {
      let reach = Int64(1) << [4, 20, 40, 50][number % 4]
      func coordinate() -> Int64 { Int64.random(in: -reach...reach, using: &random) }
      let (ax, ay, dx, dy) = (coordinate(), coordinate(), coordinate(), coordinate())
      // On the line or a step beside it.
      let share = Int64.random(in: -3...3, using: &random)
      let step = Int64.random(in: -1...1, using: &random)
      let (bx, by, cx, cy) = (ax + dx, ay + dy, ax + share * dx + step, ay + share * dy)
      let exact =
        (Int128(ax) - Int128(cx)) * (Int128(by) - Int128(cy))
        - (Int128(ay) - Int128(cy)) * (Int128(bx) - Int128(cx))
      let (a, b, c) = (
        Vertex(Double(ax), Double(ay)), Vertex(Double(bx), Double(by)),
        Vertex(Double(cx), Double(cy))
      )
      let sign = orientation(a, b, c)
      #expect((sign > 0) == (exact > 0) && (sign < 0) == (exact < 0), "\(a) \(b) \(c)")
      if exact == 0 { onLine += 1 }
      let plain = (a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x)
      if (plain > 0) != (exact > 0) || (plain < 0) != (exact < 0) { unsure += 1 }
    }
    // Both the rare case and the one where plain arithmetic is wrong must have been met.
    #expect(onLine > 5000 && unsure > 20, "\(onLine) \(unsure)")
  }

  /// The plane's distances are as good as documented.
  @Test func planeAgainstGeodesic() {
    var random = SeededGenerator(seed: 31)
    var worst = 0.0
    for number in 0..<20_000 {
      let latitude = Double.random(in: -80...80, using: &random)
      let origin = Vertex(Double.random(in: -178...178, using: &random), latitude)
      let plane = LocalPlane(at: origin)
      let reach = [100.0, 2000, 10_000, 20_000][number % 4]
      let offset = Vertex(
        Double.random(in: -reach...reach, using: &random),
        Double.random(in: -reach...reach, using: &random))
      let vertex = origin + offset / plane.perDegree
      let place = plane.project(vertex)
      let distance = (place * place).sum().squareRoot()
      let length = Geodesic(from: origin, to: vertex).length
      let square = tangentSquare(latitude)
      let radius = Ellipsoid.meanRadius
      let bound = length * length * length * (1 + square) / (3 * radius * radius)
      worst = max(worst, (abs(distance - length) - 2e-4) / max(bound, 1e-9))
      #expect(plane.leastDistance(to: Corners(vertex)) <= length + 1e-6)
    }
    #expect(worst < 1, "\(worst)")
    print("plane: worst part of the documented error", worst)
  }

  private func tangentSquare(_ latitude: Double) -> Double {
    let sine =
      LocalPlane(at: Vertex(0, latitude)).perDegree.x / LocalPlane(at: Vertex(0, 0)).perDegree.x
    return 1 / (sine * sine) - 1
  }
}
