internal import Dispatch

/// The threads that tasks and their timers run on.
enum TaskThreads {
    /// Has them started at once in place of when they are needed: while a library is opened the system starts none, and
    /// what could be done beside that would wait.
    ///
    /// - Returns: What returns as soon as they have started, for the thread that opens it.
    @discardableResult
    static func start() -> @Sendable () -> Void {
        let started = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
        // The first is begun behind the start of a thread for the second.
        for _ in 0..<2 { Task.detached(name: "starting a thread") { started.signal() } }
        return { _ = started.wait(timeout: .now() + .milliseconds(2)) }
    }
}
