#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The load of this machine's processors.
package enum MachineLoad {
    /// The number of threads that want to run, for each processor: now, or in the last minute where only that is known.
    package static var perProcessor: Double {
        (runningCount ?? average) / Double(ProcessInfo.processInfo.activeProcessorCount)
    }

    /// The number that Linux states, as the first one in `5/312`.
    private static var runningCount: Double? {
        guard let bytes = try? OpenFile("/proc/loadavg").read(from: 0, upTo: 128) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 3 ? Double(words[3].prefix { $0 != "/" }) : nil
    }

    private static var average: Double {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? averages[0] : 0
    }
}
