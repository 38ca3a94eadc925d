#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What the system holds this program to.
enum ProcessLimits {
    /// Whoever asks for more memory gets none. A crash leaves no copy of it on the disk.
    static func hold(memory: Int) {
        set(Self.memory, soft: memory, hard: memory)
        set(crashes, soft: 0, hard: 0)
    }

    /// Ends this program when it computes so much longer from now on.
    static func allow(seconds: Int) {
        var usage = rusage()
        guard getrusage(oneself, &usage) == 0 else { return }
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        // The limit beyond which there is no way back stays open for what comes later.
        set(processor, soft: Int(used) + 1 + seconds, hard: nil)
    }

    private static func set(_ resource: Int32, soft: Int, hard: Int?) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_max = hard.map { min(rlim_t($0), limit.rlim_max) } ?? limit.rlim_max
        limit.rlim_cur = min(rlim_t(soft), limit.rlim_max)
        setrlimit(resource, &limit)
    }

    #if canImport(Darwin)
        private static let oneself = RUSAGE_SELF
        private static let memory = RLIMIT_AS
        private static let crashes = RLIMIT_CORE
        private static let processor = RLIMIT_CPU
    #else
        private static let oneself = RUSAGE_SELF.rawValue
        private static let memory = Int32(RLIMIT_AS.rawValue)
        private static let crashes = Int32(RLIMIT_CORE.rawValue)
        private static let processor = Int32(RLIMIT_CPU.rawValue)
    #endif
}
