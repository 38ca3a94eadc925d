import Synchronization
import Testing

@testable import Platform

@Suite("Work shared by several callers", .timeLimit(.minutes(1)))
struct SharedWorkTests {
    private let work = SharedWork<String, Int>()
    private let begun = Begun()

    private final class Begun: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock(\.self) }

        func next() -> Int {
            state.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func result(
        of key: String = "a", within time: Duration = .seconds(20), taking pause: Duration = .seconds(20)
    ) async throws -> Int {
        try await work.result(of: key, by: .now + time) { [begun] _ in
            let number = begun.next()
            try? await Task.sleep(for: pause)
            return number
        }.value
    }

    @Test("simultaneous callers share one run, and a later caller starts another")
    func once() async throws {
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await result(taking: .milliseconds(200)) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(values == [1])
        #expect(try await result(taking: .zero) == 2)
        #expect(work.isIdle)
    }

    @Test("another key is separate work")
    func apart() async throws {
        async let one = result(of: "a", taking: .milliseconds(100))
        async let two = result(of: "b", taking: .milliseconds(100))
        #expect(try await [one, two].sorted() == [1, 2])
    }

    @Test("a caller whose time is up leaves alone, and the work ends with its last caller")
    func leaving() async throws {
        let patient = Task { try await result() }
        while work.waitingCount < 1 { await Task.yield() }
        await #expect(throws: SharedWork<String, Int>.WaitError.late) {
            try await result(within: .milliseconds(50))
        }
        #expect(work.waitingCount == 1)
        patient.cancel()
        await #expect(throws: SharedWork<String, Int>.WaitError.cancelled) { try await patient.value }
        while !work.isIdle { await Task.yield() }
        #expect(begun.count == 1)
    }

    @Test("a caller after everyone left starts again, and the old work does not end its wait")
    func again() async throws {
        let (old, new) = (Begun(), Begun())
        let first = Task {
            try await work.result(of: "a") { [begun] in
                while old.count == 0 { await Task.yield() }
                return begun.next() * 10
            }
        }
        while work.waitingCount < 1 { await Task.yield() }
        first.cancel()
        await #expect(throws: SharedWork<String, Int>.WaitError.cancelled) { try await first.value }
        let second = Task {
            try await work.result(of: "a") {
                while new.count == 0 { await Task.yield() }
                return 2
            }
        }
        while work.waitingCount < 1 { await Task.yield() }
        _ = old.next()
        while begun.count < 1 { await Task.yield() }
        #expect(work.waitingCount == 1)
        _ = new.next()
        #expect(try await second.value == 2)
        #expect(work.isIdle)
    }

    @Test("a caller without a deadline joins one with a deadline, and waits to the end")
    func patience() async throws {
        let hasty = Task {
            try await work.result(of: "a", by: .now + .seconds(20)) { [work] _ in
                while work.waitingCount < 2 { await Task.yield() }
                return 1
            }.value
        }
        while work.waitingCount < 1 { await Task.yield() }
        #expect(try await work.result(of: "a") { 2 } == 1)
        #expect(try await hasty.value == 1)
    }
}
