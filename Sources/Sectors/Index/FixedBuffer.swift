/// Memory that is filled once, then only read. An array in its place would be retained and released at every
/// step of a lookup, which costs more than the lookup.
struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  // Unchecked: the pointer is to memory that nobody writes to after `init`.
  private let base: UnsafeMutablePointer<Element>
  private let count: Int

  init(_ elements: some Collection<Element>) {
    count = elements.count
    base = UnsafeMutablePointer.allocate(capacity: max(1, count))
    _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(from: elements)
  }

  deinit { base.deallocate() }

  /// Valid as long as the buffer is.
  var view: FixedView<Element> { FixedView(base: base, count: count) }
}

/// The elements of a `FixedBuffer`. Whoever stores one sees to it that the buffer lives on.
struct FixedView<Element: BitwiseCopyable>: @unchecked Sendable {
  fileprivate let base: UnsafePointer<Element>
  let count: Int

  fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
    self.base = UnsafePointer(base)
    self.count = count
  }

  /// Bounds are checked in debug builds, where all tests run; places come from the index alone, never from
  /// a file or a caller.
  @inline(__always) subscript(place: Int) -> Element {
    assert(0 <= place && place < count)
    return base[place]
  }

  @inline(__always) subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
    assert(0 <= range.lowerBound && range.upperBound <= count)
    return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}

/// The positions of a collection, shared by the indexes.
final class VertexStore: Sendable {
  private let buffer: FixedBuffer<Vertex>
  let view: FixedView<Vertex>

  init(_ vertices: ContiguousArray<Vertex>) {
    buffer = FixedBuffer(vertices)
    view = buffer.view
  }
}
