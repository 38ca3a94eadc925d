#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// How many files this process may have open, of which every connection is one.
enum OpenFiles {
    /// Allows as many as are wanted, as far as the system lets it, and says how many there may be now.
    static func allow(_ count: Int) -> Int {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return 256 }
        guard limits.rlim_cur < rlim_t(count) else { return count }
        let before = limits
        limits.rlim_cur = min(rlim_t(count), limits.rlim_max)
        return Int((setrlimit(resource, &limits) == 0 ? limits : before).rlim_cur)
    }

    #if canImport(Darwin)
        private static let resource = RLIMIT_NOFILE
    #else
        private static let resource = Int32(RLIMIT_NOFILE.rawValue)
    #endif
}
