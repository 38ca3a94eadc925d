#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The processes that end together.
enum ProcessGroup {
    #if canImport(Darwin)
        /// How many there are now.
        static func count(of group: pid_t) -> Int {
            var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
            var size = 0
            guard sysctl(&name, 4, nil, &size, nil, 0) == 0 else { return 0 }
            let stride = MemoryLayout<kinfo_proc>.stride
            var list = [kinfo_proc](repeating: kinfo_proc(), count: size / stride)
            return sysctl(&name, 4, &list, &size, nil, 0) == 0 ? size / stride : list.count
        }
    #else
        /// How many there are now; the system has no list of them alone.
        static func count(of group: pid_t) -> Int {
            LocalFolder.names(in: "/proc").count { pid_t($0).map { getpgid($0) } == group }
        }
    #endif
}
