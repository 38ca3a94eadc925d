internal import CMicroHTTPD

// The library calls these on its own threads. They are free functions because a closure would inherit
// the isolation of the place where it is written.

/// Called when a connection is accepted, and before it is closed. In between, `context` is its client.
func meetClient(
    service: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, event: MHD_ConnectionNotificationCode
) {
    guard let service, let connection, let context else { return }
    let owner = Unmanaged<Service>.fromOpaque(service).takeUnretainedValue()
    if event == .CONNECTION_NOTIFY_STARTED {
        let client = Client(handle: connection)
        owner.met(client)
        context.pointee = Unmanaged.passRetained(client).toOpaque()
    } else if let client = context.pointee {
        owner.clients.remove(Unmanaged<Client>.fromOpaque(client).takeRetainedValue())
        context.pointee = nil
    }
}

/// Called first for each request; the returned pointer becomes the request's `context`.
func beginExchange(
    service: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let service, let target, let connection, let client = microhttpd_context(connection) else {
        return nil
    }
    let wholeTarget = String(cString: target)
    // For a query with thousands of parameters, the library would make a list that does not fit into its memory, and
    // would not respond. The list is not used here, so the query is removed first.
    microhttpd_end_at_query(target)
    let exchange = Exchange(
        target: wholeTarget, connection: Connection(handle: connection),
        client: Unmanaged<Client>.fromOpaque(client).takeUnretainedValue(),
        service: Unmanaged<Service>.fromOpaque(service).takeUnretainedValue())
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Called when the headers are read, for each piece of the body, at its end, and after each sleep.
func continueExchange(
    service: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, piece: UnsafePointer<CChar>?,
    pieceSize: UnsafeMutablePointer<Int>?, context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = context?.pointee, let method, let pieceSize else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: piece, count: pieceSize.pointee)
    pieceSize.pointee = 0
    return exchange.proceed(method: String(cString: method), piece: bytes) ? .YES : .NO
}

func endExchange(
    service: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    guard let exchange = context?.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().end()
    context?.pointee = nil
}

/// Appends one header to the `HTTPFields` that `fields` points to.
func collectField(
    fields: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int,
    value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
    fields?.assumingMemoryBound(to: HTTPFields.self).pointee.append(
        text(at: name, size: nameSize), text(at: value, size: valueSize))
    return .YES
}

private func text(at start: UnsafePointer<CChar>?, size: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: size), as: UTF8.self)
}

private let endOfBody = -1
private let endWithError = -2

func readChannel(
    channel: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    guard let channel else { return endWithError }
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    switch Unmanaged<BodyChannel>.fromOpaque(channel).takeUnretainedValue().read(into: target) {
    case .bytes(let count): return count
    case .later: return 0
    case .complete: return endOfBody
    case .cut: return endWithError
    }
}

/// Releases the channel or the bytes of a body that was sent.
func releaseBody(body: UnsafeMutableRawPointer?) {
    guard let body else { return }
    Unmanaged<AnyObject>.fromOpaque(body).release()
}

func readBody(
    body: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    guard let body else { return endWithError }
    let rest = Unmanaged<SharedBody>.fromOpaque(body).takeUnretainedValue().bytes.dropFirst(Int(position))
        .prefix(size)
    guard !rest.isEmpty else { return endWithError }
    UnsafeMutableRawBufferPointer(start: buffer, count: size).copyBytes(from: rest)
    return rest.count
}
