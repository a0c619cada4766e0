import CMicroHTTPD

// What the library calls, on the loop's thread. They are functions and not closures: a closure written
// on the main actor would be checked for it, and end the process.

private func server(_ context: UnsafeMutableRawPointer?) -> WebServer? {
  context.map { Unmanaged<WebServer>.fromOpaque($0).takeUnretainedValue() }
}

func connectionChanged(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  event: MHD_ConnectionNotificationCode
) {
  guard let server = server(context), let connection, let socketContext else { return }
  if event == .CONNECTION_NOTIFY_STARTED {
    let entry = server.connections.add(server.library.socket(connection))
    socketContext.pointee = Unmanaged.passRetained(entry).toOpaque()
  } else if let pointer = socketContext.pointee {
    server.connections.remove(Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue())
    socketContext.pointee = nil
  }
}

func requestBegan(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let server = server(context), let connection, let target else { return nil }
  let entry = server.library.socketContext(connection).map {
    Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
  }
  if let entry { server.connections.enter(.receiving, entry) }
  let exchange = Exchange(target: String(cString: target), connection: entry)
  return Unmanaged.passRetained(exchange).toOpaque()
}

func requestCompleted(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  exchangePointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  reason: MHD_RequestTerminationCode
) {
  guard let server = server(context), let pointer = exchangePointer?.pointee else { return }
  exchangePointer?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
  if let entry = exchange.connection { server.connections.enter(.waiting, entry) }
}

func handleRequest(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?,
  exchangePointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let server = server(context), let connection, let method, let uploadSize,
    let pointer = exchangePointer?.pointee
  else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
  if !exchange.isRead {
    // The headers are there; the next calls bring the body, the last one nothing.
    exchange.isRead = true
    return server.refuseEarly(exchange, connection) ?? .YES
  }
  if let ready = exchange.ready { return server.send(ready, exchange, connection) }
  if uploadSize.pointee > 0 {
    let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    guard exchange.take(bytes, server.limits) else { return .NO }
    uploadSize.pointee = 0
    return .YES
  }
  return server.answer(exchange, method: String(cString: method), connection)
}

func writeStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
  most: Int
) -> Int {
  guard let context, let buffer else { return -1 }
  let writer = Unmanaged<StreamWriter>.fromOpaque(context).takeUnretainedValue()
  // -1: the answer ends here.
  return writer.write(into: UnsafeMutableRawBufferPointer(start: buffer, count: most)) ?? -1
}

func endStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<StreamWriter>.fromOpaque(context).takeRetainedValue().end()
}
