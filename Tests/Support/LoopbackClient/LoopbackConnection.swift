internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A bare TCP connection to a server on this machine, for tests that examine the bytes sent.
///
/// Blocking calls run on a queue of the connection's own: on a shared one they could block the server
/// they wait for. A read without any bytes fails after ten seconds.
package final class LoopbackConnection: Sendable {
    private let socket: Int32
    private let queue = DispatchQueue(label: "loopback connection")

    package init(port: Int) throws(LoopbackFailure) {
        #if canImport(Glibc)
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw LoopbackFailure(step: "open a socket", code: errno) }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        try Self.connect(socket, port: port)
    }

    private static func connect(_ socket: Int32, port: Int) throws(LoopbackFailure) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sys_connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status == 0 { return }
        let code = errno
        close(socket)
        throw LoopbackFailure(step: "connect to port \(port)", code: code)
    }

    package func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await blocking { () throws(LoopbackFailure) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { sys_send(self.socket, $0.baseAddress, $0.count) }
                guard count > 0 else { throw LoopbackFailure(step: "send", code: errno) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// The next bytes, at most `limit`; empty at the end of the stream.
    package func read(limit: Int = 65536) async throws -> [UInt8] {
        try await blocking { () throws(LoopbackFailure) in
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = recv(self.socket, &bytes, limit, 0)
            guard count >= 0 else { throw LoopbackFailure(step: "read", code: errno) }
            return Array(bytes.prefix(count))
        }
    }

    /// All bytes up to the end of the stream, but not much more than `limit`.
    package func readToEnd(limit: Int = 1 << 24) async throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < limit {
            let next = try await read()
            if next.isEmpty { break }
            all += next
        }
        return all
    }

    /// Ends the sending side; the answer can still be read.
    package func finishSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Ends both directions.
    package func hangUp() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func blocking<T: Sendable>(
        _ work: @escaping @Sendable () throws(LoopbackFailure) -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result(catching: work).mapError { $0 as any Error })
            }
        }
    }

    deinit {
        close(socket)
    }
}

private func sys_connect(
    _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
    connect(socket, address, length)
}

private func sys_send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
        send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #else
        send(socket, bytes, count, 0)
    #endif
}
