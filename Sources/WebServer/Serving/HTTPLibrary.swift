import CMicroHTTPD

/// libmicrohttpd, loaded.
final class HTTPLibrary {
  var table = aparka_mhd()

  /// - Throws: the name of what is missing.
  init() throws(WebServer.Fault) {
    if let missing = aparka_mhd_load(&table) {
      throw .libraryMissing(String(cString: missing))
    }
  }

  typealias Connection = OpaquePointer

  func start(_ setting: inout aparka_mhd_setting) -> OpaquePointer? {
    aparka_mhd_start(&table, &setting)
  }

  func epollDescriptor(_ daemon: OpaquePointer) -> Int32 {
    aparka_mhd_epoll_descriptor(&table, daemon)
  }

  func run(_ daemon: OpaquePointer) { _ = table.run?(daemon) }

  /// Milliseconds after which `run` is due though no descriptor is ready; nil when there is no need.
  func timeout(_ daemon: OpaquePointer) -> Int? {
    var milliseconds: UInt64 = 0
    guard table.get_timeout?(daemon, &milliseconds) == .YES else { return nil }
    return Int(clamping: milliseconds)
  }

  /// - Returns: the listening socket, which is the caller's now.
  func quiesce(_ daemon: OpaquePointer) -> Int32 { table.quiesce?(daemon) ?? -1 }

  func stop(_ daemon: OpaquePointer) { table.stop?(daemon) }

  func suspend(_ connection: Connection) { table.suspend_connection?(connection) }

  func resume(_ connection: Connection) { table.resume_connection?(connection) }

  func socket(_ connection: Connection) -> Int32 { aparka_mhd_socket(&table, connection) }

  func socketContext(_ connection: Connection) -> UnsafeMutableRawPointer? {
    aparka_mhd_socket_context(&table, connection)
  }

  func headers(_ connection: Connection) -> Headers {
    var headers = Headers()
    withUnsafeMutablePointer(to: &headers) { pointer in
      _ = table.get_connection_values?(connection, .HEADER_KIND, collectHeader, pointer)
    }
    return headers
  }

  /// Queues a response with a body that is known, or one that a stream writes.
  func queue(
    _ response: Response, stream: StreamWriter?, on connection: Connection
  ) -> Bool {
    let made: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      made = bytes.withUnsafeBytes {
        table.create_response_from_buffer?(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .later: return false
    case .events:
      guard let stream else { return false }
      let context = Unmanaged.passRetained(stream).toOpaque()
      made = table.create_response_from_callback?(
        UInt64.max, 4096, writeStream, context, endStream)
      if made == nil { Unmanaged<StreamWriter>.fromOpaque(context).release() }
    }
    guard let made else { return false }
    for field in response.headers.fields {
      _ = table.add_response_header?(made, field.name, field.value)
    }
    let queued = table.queue_response?(connection, UInt32(response.status), made)
    table.destroy_response?(made)
    return queued == .YES
  }
}

/// One header field more. A name or a value that is not UTF-8 is repaired: no field of ours needs more.
private func collectHeader(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  value: UnsafePointer<CChar>?
) -> MHD_Result {
  if let context, let name {
    context.assumingMemoryBound(to: Headers.self).pointee.append(
      String(cString: name), value.map { String(cString: $0) } ?? "")
  }
  return .YES
}
