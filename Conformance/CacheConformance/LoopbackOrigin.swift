internal import Dispatch
internal import ForageCore
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Plays the origins of tests over loopback, byte by byte: no server of good manners would send what some want.
///
/// One request for each connection, one connection after the other.
final class LoopbackOrigin: Sendable {
    let port: UInt16
    private let listener: Int32
    private let origin = Mutex<TestOrigin?>(nil)
    private let queue = DispatchQueue(label: "loopback origin")

    /// Nil when the system gives no port.
    init?() {
        listener = socket(AF_INET, Self.stream, 0)
        guard listener >= 0, let port = Self.bind(listener) else { return nil }
        self.port = port
        queue.async { self.serve() }
    }

    /// Puts a test's origin in place of the last one's.
    func play(_ next: TestOrigin) { origin.withLock { $0 = next } }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            if let request = WireRequest(from: connection) {
                send(answer(to: request), over: connection)
            }
            close(connection)
        }
    }

    /// Nothing at all where the test wants the connection to end so.
    private func answer(to request: WireRequest) -> [UInt8] {
        guard let origin = origin.withLock(\.self), request.path.hasPrefix("/test/\(origin.id)") else {
            return Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        }
        let answer = origin.answer(request.method, request.path, request.headers)
        if answer.isDisconnected { return [] }
        var head = "HTTP/1.1 \(answer.status) As Told\r\n"
        for field in answer.headers.fields { head += "\(field.name): \(field.value)\r\n" }
        let isFramed =
            answer.headers["Content-Length"] != nil || answer.headers["Transfer-Encoding"] != nil
        if !isFramed, !answer.body.isEmpty { head += "Content-Length: \(answer.body.count)\r\n" }
        return Array((head + "Connection: close\r\n\r\n").utf8) + answer.body
    }

    private func send(_ bytes: [UInt8], over connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    /// Listens on a port that the system chooses.
    private static func bind(_ listener: Int32) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sys_bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }
}

/// The method above hides the system's function.
private func sys_bind(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(socket, address, length)
}

/// A request as it came over the wire, without its body.
private struct WireRequest {
    let method: String
    let path: String
    private(set) var headers = Headers()

    init?(from connection: Int32) {
        guard let text = Self.head(from: connection) else { return nil }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { return nil }
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        path = String(words[1].prefix { $0 != "?" })
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers.append(String(line[..<colon]), String(line[line.index(after: colon)...]))
        }
    }

    private static func head(from connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 65536 {
            let count = read(connection, &chunk, chunk.count)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: chunk.prefix(count))
            if bytes.suffix(4) == [13, 10, 13, 10] { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }
}
