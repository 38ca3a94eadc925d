import ForageCore
import Testing

@testable import ForageTransport

@Suite(.timeLimit(.minutes(1)))
struct CurlEngineLifetimeTests {
    @Test("cancelling the task closes the connection at once")
    func cancellation() async throws {
        let server = try RawServer(.readRequest, .wait)
        let engine = CurlEngine()
        let task = Task { try await engine.perform(Transfer(server.url(), bodyLimit: 10)) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: TransferError.cancelled) { try await task.value }
        await server.hangUp()
    }

    @Test("a cancelled task sends nothing and ends")
    func cancelledBefore() async throws {
        let server = try LoopbackServer()
        let engine = CurlEngine()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await engine.perform(Transfer(server.url("/endless"), bodyLimit: .max))
        }
        await #expect(throws: TransferError.cancelled) { try await task.value }
    }

    @Test("only the cancelled ones of many transfers end early")
    func cancellingSome() async throws {
        let server = try LoopbackServer()
        let engine = CurlEngine()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let task = Task {
                        try await engine.perform(Transfer(server.url("/bytes?count=100"), bodyLimit: 100))
                    }
                    if number.isMultiple(of: 2) { task.cancel() }
                    guard case .failure(let failure) = await task.result else { return 100 }
                    #expect(failure as? TransferError == .cancelled)
                    #expect(number.isMultiple(of: 2))
                    return 0
                }
            }
            let byteCount = try await group.reduce(0, +)
            #expect(byteCount >= 2000)
        }
    }

    @Test("shutting down ends running transfers and refuses new ones")
    func shutDown() async throws {
        let server = try RawServer(.readRequest, .wait)
        let engine = CurlEngine()
        let tasks = (0..<3).map { _ in
            Task { try await engine.perform(Transfer(server.url(), bodyLimit: 10)) }
        }
        while server.requests.count < 3 { await Task.yield() }
        await engine.shutDown()
        for task in tasks {
            await #expect(throws: TransferError.shutDown) { try await task.value }
        }
        await #expect(throws: TransferError.shutDown) {
            try await engine.perform(Transfer(server.url(), bodyLimit: 10))
        }
        await server.hangUp()
        await engine.shutDown()
    }

    @Test("an unused engine shuts down without starting a thread")
    func unusedShutDown() async {
        let engine = CurlEngine()
        await engine.shutDown()
        await #expect(throws: TransferError.shutDown) {
            try await engine.perform(Transfer("http://missing.invalid/", bodyLimit: 10))
        }
    }

    @Test("transfers that start during a shutdown are answered or refused")
    func shutDownInTheRush() async throws {
        let server = try LoopbackServer()
        for _ in 0..<20 {
            let engine = CurlEngine()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let transfer = Transfer(server.url("/hello"), bodyLimit: 10)
                        do {
                            #expect(try await engine.perform(transfer).text == "hello")
                        } catch {
                            #expect(error as? TransferError == .shutDown)
                        }
                    }
                }
                group.addTask { await engine.shutDown() }
            }
        }
    }
}
