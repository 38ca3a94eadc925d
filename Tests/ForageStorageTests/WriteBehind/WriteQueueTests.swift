import ForageConformance
import Synchronization
import TestDoubles
import Testing

@testable import ForageStorage
@testable import ForageTransport

@Suite("Work behind people's backs")
struct WriteQueueTests {
    private let done = Done()

    @Test("is done in the order in which it came, and waited for in the end")
    func order() async {
        let backlog = WriteQueue<Int>(room: 1000)
        for number in 0..<100 {
            await backlog.add(for: number % 3, size: 1) { [done] in
                if number % 7 == 0 { await Task.yield() }
                done.add(number)
            }
        }
        await backlog.finish()
        #expect(done.numbers == Array(0..<100))
    }

    @Test("is waited for by key")
    func key() async {
        let backlog = WriteQueue<String>(room: 1000)
        let gate = Gate()
        await backlog.add(for: "owl", size: 1) { [done] in done.add(1) }
        await backlog.add(for: "wren", size: 1) { await gate.pass() }
        await backlog.finish("owl")
        #expect(done.numbers == [1])
        await backlog.finish("swan")
        gate.open()
        await backlog.finish()
    }

    @Test("is taken over only while there is room, and what is larger than that alone", arguments: [3, 50])
    func room(size: Int) async {
        let backlog = WriteQueue<String>(room: 10)
        let gate = Gate()
        await backlog.add(for: "owl", size: 9) { await gate.pass() }
        let next = Task { [done] in
            await backlog.add(for: "wren", size: size) { done.add(2) }
            done.add(1)
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(done.numbers.isEmpty)
        gate.open()
        await next.value
        await backlog.finish()
        #expect(done.numbers.sorted() == [1, 2])
        // All room is free again, or this would wait for ever.
        await backlog.add(for: "swan", size: 10) {}
    }

    @Test("goes on when whoever handed it over is cancelled")
    func cancelled() async {
        let backlog = WriteQueue<String>(room: 10)
        let gate = Gate()
        let task = Task { [done] in
            await backlog.add(for: "owl", size: 1) {
                await gate.pass()
                done.add(Task.isCancelled ? 0 : 1)
            }
        }
        task.cancel()
        await task.value
        gate.open()
        await backlog.finish()
        #expect(done.numbers == [1])
    }
}

/// What was done, in order.
private final class Done: Sendable {
    private let all = Mutex<[Int]>([])
    var numbers: [Int] { all.withLock(\.self) }
    func add(_ number: Int) { all.withLock { $0.append(number) } }
}
