import ForageConformance
import Synchronization
import TestDoubles
import Testing

@testable import ForageStorage
@testable import ForageTransport

@Suite("The queue of background work")
struct WriteQueueTests {
    private let done = Done()

    @Test("work is done in order, and finished in the end")
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

    @Test("work of one key can be waited for")
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

    @Test("work is accepted while there is room, and larger work only on its own", arguments: [3, 50])
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
        // All room is free again, or this would wait forever.
        await backlog.add(for: "swan", size: 10) {}
    }

    @Test("work continues if its caller is cancelled")
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

/// The results, in order.
private final class Done: Sendable {
    private let all = Mutex<[Int]>([])
    var numbers: [Int] { all.withLock(\.self) }
    func add(_ number: Int) { all.withLock { $0.append(number) } }
}
