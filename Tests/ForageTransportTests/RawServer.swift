import ForageCore
import Synchronization

@testable import ForageTransport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Sends exactly the given bytes to each client, for answers that no HTTP server would give.
final class RawServer: Sendable {
    enum Act: Sendable {
        case readRequest
        case say(String)
        case sayForEver([UInt8])
        case pause(milliseconds: UInt32)
        /// Waits until the client closes.
        case wait
    }

    let port: Int
    private let listener: CInt
    private let log = RawServerLog()

    convenience init(_ acts: Act...) throws { try self.init(acts: acts) }

    init(acts: [Act]) throws {
        let listener = try Self.listeningSocket()
        self.listener = listener
        port = Self.port(of: listener)
        _ = EngineThread.start { [log] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                _ = EngineThread.start { RawConnection(client, log).perform(acts) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    func url(_ path: String = "/") -> WebURL { .loopback(port, path) }

    /// The text that clients sent, one per connection.
    var requests: [String] { log.requests.withLock { $0 } }

    /// Returns once a client has closed during a wait.
    func hangUp() async {
        for await _ in log.hangUps { return }
    }

    private static func listeningSocket() throws -> CInt {
        #if canImport(Darwin)
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(listener, 64) == 0 else { throw RawServerFailure() }
        return listener
    }

    private static func port(of listener: CInt) -> Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

struct RawServerFailure: Error {}

extension WebURL {
    static func loopback(_ port: Int, _ path: String) -> WebURL {
        WebURL("http://127.0.0.1:\(port)\(path)") ?? "http://unbuildable.invalid"
    }
}

private final class RawServerLog: Sendable {
    let requests = Mutex<[String]>([])
    let hangUps: AsyncStream<Void>
    let hangUpHappens: AsyncStream<Void>.Continuation

    init() { (hangUps, hangUpHappens) = AsyncStream.makeStream() }
}

private struct RawConnection {
    let socket: CInt
    let log: RawServerLog

    init(_ socket: CInt, _ log: RawServerLog) {
        self.socket = socket
        self.log = log
    }

    func perform(_ acts: [RawServer.Act]) {
        for act in acts {
            switch act {
            case .readRequest: readRequest()
            case .say(let text): _ = say(Array(text.utf8))
            case .sayForEver(let bytes): while say(bytes) {}
            case .pause(let milliseconds): usleep(1_000 * milliseconds)
            case .wait: wait()
            }
        }
        close(socket)
    }

    private func readRequest() {
        var request: [UInt8] = []
        while !request.suffix(4).elementsEqual("\r\n\r\n".utf8), let next = read() { request += next }
        log.requests.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
    }

    private func wait() {
        while read() != nil {}
        log.hangUpHappens.yield()
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    private func say(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let quietly: CInt = 0
        #else
            let quietly = CInt(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, quietly) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
