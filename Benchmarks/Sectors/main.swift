// What the module Sectors costs: `aparka-bench-sectors FILE.geojson [POINTS | check]`, POINTS being pairs of
// doubles as they lie in memory. One line of `name=value` pairs. `Benchmarks/sectors.py` makes the files, runs this and
// the other libraries on the same points, and prints the table.
import Glibc
import Sectors

func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let size = ftell(file)
  fseek(file, 0, SEEK_SET)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = fread(buffer.baseAddress, 1, size, file)
  }
}

/// Resident memory in MB, from /proc.
func residentMemory() -> Double {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, 256, file) != nil else { return 0 }
  let words = line.split(separator: 0x20).map { word in
    word.reduce(0) { 0x30...0x39 ~= $1 ? $0 * 10 + Int($1 - 0x30) : $0 }
  }
  return words.count > 1 ? Double(words[1] * 4096) / 1e6 : 0
}

/// Seconds of processor time, which other programs on the machine do not lengthen.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The least time of several runs, in seconds.
func best(of runs: Int, _ body: () -> Void) -> Double {
  (0..<runs).map { _ in
    let start = processorTime()
    body()
    return processorTime() - start
  }.min() ?? 0
}

func measure(_ path: String, _ pointPath: String?) throws {
  let text = contents(path)
  let before = residentMemory()
  var map: SectorMap?
  let reading = best(of: pointPath == nil ? 1 : 3) {
    _ = try? FeatureCollection(reading: text)
  }
  if pointPath == "check" {
    var findings = 0
    let checking = best(of: 1) { findings = SectorCheck.findings(in: text).count }
    return print("bytes=\(text.count) check_s=\(checking) findings=\(findings)")
  }
  let collection = try FeatureCollection(reading: text)
  let indexing = best(of: 1) { map = SectorMap(collection) }
  guard let map else { return }
  var line = "bytes=\(text.count) positions=\(collection.positionCount)"
  line += " features=\(map.features.count) read_s=\(reading) index_s=\(indexing)"
  line += " mb_per_s=\(Double(text.count) / 1e6 / reading)"
  line += " memory_mb=\(residentMemory() - before)"
  if let pointPath {
    let points = contents(pointPath).withUnsafeBytes { buffer in
      buffer.bindMemory(to: SIMD2<Double>.self).compactMap {
        try? Position(longitude: $0.x, latitude: $0.y)
      }
    }
    var (hits, listed, metres) = (0, 0, 0.0)
    let visiting = best(of: 5) {
      hits = 0
      for point in points { map.forEachContaining(point) { _, _ in hits += 1 } }
    }
    let listing = best(of: 3) {
      listed = 0
      for point in points { listed += map.containing(point).count }
    }
    let few = points.prefix(20_000)
    let nearest = best(of: 3) {
      metres = 0
      for point in few { metres += map.nearest(to: point)?.metres ?? 0 }
    }
    let count = Double(points.count)
    line += " points=\(points.count) hits=\(hits) listed=\(listed) metres=\(metres)"
    line += " visit_per_s=\(count / visiting) list_per_s=\(count / listing)"
    line += " nearest_per_s=\(Double(few.count) / nearest)"
  }
  print(line)
}

if CommandLine.arguments.count < 2 {
  print("usage: aparka-bench-sectors FILE.geojson [POINTS | check]")
} else {
  let pointPath = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : nil
  do {
    try measure(CommandLine.arguments[1], pointPath)
  } catch {
    print("error: \(error)")
  }
}
