import ForageCore
import HTTPServer
import Synchronization

/// A real server on this machine that counts its requests and answers each with a closure.
final class CountingServer: Sendable {
    typealias Answer = @Sendable (_ number: Int) async -> HTTPServerResponse

    private let server: HTTPServer
    private let log = CountingServerLog()

    init(_ answer: @escaping Answer) throws {
        server = try HTTPServer { [log] _ in
            let number = log.count.withLock { count in
                count += 1
                return count
            }
            return await answer(number)
        }
    }

    /// The number of requests that arrived.
    var count: Int { log.count.withLock(\.self) }

    var url: WebURL { .loopback(server.port, "/") }
}

private final class CountingServerLog: Sendable {
    let count = Mutex(0)
}
