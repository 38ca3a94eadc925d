internal import Dispatch
internal import Synchronization

/// The main thread, reserved for the work of the program itself.
///
/// Without this actor, the runtime would end the main thread at the first suspension and later create another thread,
/// which takes a considerable part of a short run.
package actor StartingThread {
    private let line = JobLine()

    /// The executor that runs the actor's work on the main thread.
    nonisolated package var unownedExecutor: UnownedSerialExecutor { line.asUnownedSerialExecutor() }

    /// Runs work on the calling thread, until the program ends. Parallel parts of the work run on other threads.
    package static func run(_ work: @escaping @Sendable (isolated StartingThread) async -> Never) -> Never {
        let thread = StartingThread()
        // Otherwise the task would have the priority of this thread, and its child tasks would require additional
        // threads.
        Task.immediate(priority: .medium) { await work(thread) }
        thread.line.workOff()
    }
}

/// A queue of jobs in the order of their arrival.
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
