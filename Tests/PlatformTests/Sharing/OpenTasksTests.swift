import Platform
import Testing

@Suite("Tasks that can be cancelled together", .timeLimit(.minutes(1)))
struct OpenTasksTests {
    private let tasks = OpenTasks()

    private func sleeping() -> Task<Void, Never> {
        tasks.begin { try? await Task.sleep(for: .seconds(3600)) }
    }

    @Test("running tasks are cancelled, and so is every later task")
    func end() async {
        let running = [sleeping(), sleeping()]
        #expect(tasks.count == 2)
        tasks.end()
        for task in running + [sleeping()] {
            await task.value
            #expect(task.isCancelled)
        }
    }

    @Test("a task that ended is forgotten and not cancelled")
    func ended() async {
        let task = tasks.begin {}
        await task.value
        while tasks.count > 0 { await Task.yield() }
        tasks.end()
        #expect(!task.isCancelled)
    }

    @Test("a task beyond the limit is cancelled, and the others continue")
    func tooMany() async {
        let first = sleeping()
        let second = Task<Void, Never> { try? await Task.sleep(for: .seconds(3600)) }
        tasks.take(second, upTo: 1)
        await second.value
        #expect(second.isCancelled && !first.isCancelled)
        #expect(tasks.count == 1)
        tasks.end()
    }
}
