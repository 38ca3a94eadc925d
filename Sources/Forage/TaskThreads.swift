internal import Dispatch

/// The threads that tasks and their timers run on.
enum TaskThreads {
    /// Has them started at once in place of when they are needed: while a library is opened the system starts none, and
    /// what could be done beside that would wait.
    static func start() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
        for _ in 0..<2 { Task.detached(name: "starting a thread") {} }
    }
}
