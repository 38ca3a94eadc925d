import Platform
import Testing

@Suite("An alarm clock for tasks", .timeLimit(.minutes(1)))
struct SleepTimerTests {
    private let clock = SleepTimer()

    private func sleeping(_ time: Duration = .seconds(3600)) -> Task<Bool, Never> {
        Task { [clock] in await clock.sleep(until: .now + time) }
    }

    @Test("wakes every task, and none too early")
    func times() async {
        let times = (0..<200).map { _ in ContinuousClock.now + .milliseconds(Int.random(in: 1...100)) }
        let woken = await withTaskGroup(of: ContinuousClock.Instant.self) { [clock] group in
            for time in times {
                group.addTask {
                    let hasCome = await clock.sleep(until: time)
                    #expect(hasCome && ContinuousClock.now >= time)
                    return time
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(woken.sorted() == times.sorted())
        #expect(clock.sleeperCount == 0)
    }

    @Test("wakes a later sleeper with an earlier time first")
    func earlier() async {
        let last = sleeping()
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(await sleeping(.milliseconds(20)).value)
        #expect(await sleeping(.milliseconds(10)).value)
        #expect(clock.sleeperCount == 1)
        last.cancel()
        #expect(await !last.value)
    }

    @Test("ends the sleep of a cancelled task at once")
    func cancelled() async {
        let tasks = (0..<500).map { _ in sleeping() }
        for task in tasks[..<250] { task.cancel() }
        while clock.sleeperCount < 250 { await Task.yield() }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await !task.value) }
        #expect(clock.sleeperCount == 0)
    }

    @Test("does not sleep until a time in the past", arguments: [Duration.zero, .seconds(-1)])
    func past(time: Duration) async {
        #expect(await sleeping(time).value)
    }
}
