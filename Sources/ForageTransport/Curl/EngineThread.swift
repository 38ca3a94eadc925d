#if canImport(Darwin)
    internal import Darwin
#else
    // libcurl's header is the first to declare `pthread_attr_t`, so the compiler requires this import for it.
    internal import CCurl
    internal import Glibc
#endif

/// A dedicated thread for work that blocks in C, separate from the threads of Swift's tasks.
enum EngineThread {
    private static let stackByteCount = 1 << 20

    /// Starts the work; returns false if the system cannot create a thread.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackByteCount)
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))

        let context = Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, &attributes, { runWork($0) }, context.toOpaque())
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, &attributes, { runWork($0) }, context.toOpaque())
        #endif
        if code != 0 { context.release() }
        return code == 0
    }

    fileprivate final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// Runs the work with all signals blocked, because the program's other threads handle them; a broken pipe then becomes
/// an error code instead of ending the process.
private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var everySignal = sigset_t()
    sigfillset(&everySignal)
    pthread_sigmask(SIG_SETMASK, &everySignal, nil)
    if let context {
        Unmanaged<EngineThread.Work>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
