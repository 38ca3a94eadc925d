#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What this process has used of the processors.
enum ProcessorTime {
    /// Microseconds since the process started, of all its threads, in the program and in the system.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1000
    }
}
