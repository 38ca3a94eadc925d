internal import Dispatch
internal import Synchronization

/// The thread that a program starts on, kept for what the program does alone.
///
/// Left to itself a program ends that thread where it has to wait for the first time, and begins another one later;
/// the two are a good part of a short run.
package actor StartingThread {
    private let line = JobLine()

    /// Whoever works for it does so on that thread.
    nonisolated package var unownedExecutor: UnownedSerialExecutor { line.asUnownedSerialExecutor() }

    /// Does work on the thread that calls, which the program ends with. What the work has done side by side is done
    /// on other threads.
    package static func run(_ work: @escaping @Sendable (isolated StartingThread) async -> Never) -> Never {
        let thread = StartingThread()
        // It would take the priority of this thread else, and what it begins would get threads of their own for that.
        Task.immediate(priority: .medium) { await work(thread) }
        thread.line.workOff()
    }
}

/// Jobs in the order in which they come.
private final class JobLine: SerialExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    func workOff() -> Never {
        while true {
            arrivals.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
