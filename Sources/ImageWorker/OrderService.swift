internal import ForageDownloads
internal import Platform

/// Serves the orders of the program `forage-image`: each order is a line, and the answer is another line.
package enum OrderService {
    /// Serves until there are no more orders.
    ///
    /// - Parameters:
    ///   - arguments: The limits, in the form of ``ImageLimits/arguments``.
    ///   - isForHelp: True if a person asks what this program is for.
    /// - Returns: The exit status of the program.
    package static func serve(_ arguments: some Collection<String>, isForHelp: Bool) -> Int32 {
        guard let limits = ImageLimits(arguments: arguments) else {
            write(usage, to: isForHelp ? STDOUT_FILENO : STDERR_FILENO)
            return isForHelp ? 0 : 64
        }
        ProcessLimits.hold(memory: limits.memory)
        do throws(ImageError) {
            try PictureLibrary.start()
        } catch {
            write("forage-image: libvips cannot be used: \(error.reason)", to: STDERR_FILENO)
            return 1
        }
        while let line = readLine() {
            ProcessLimits.allow(seconds: limits.processorTime)
            let answer = answer(to: Array(line.utf8), limits).line + [UInt8(ascii: "\n")]
            guard Descriptor.write(answer, to: STDOUT_FILENO) else { return 0 }
        }
        return 0
    }

    private static func answer(to line: [UInt8], _ limits: ImageLimits) -> ImageAnswer {
        guard let order = ImageOrder(line: line) else { return .refused("the order cannot be read") }
        do throws(ImageError) {
            return try order.carriedOut(within: limits)
        } catch {
            if case .noRoom(let reason) = error { return .noRoom(reason) }
            return .refused(error.reason)
        }
    }

    private static let usage = """
        Usage: forage-image PIXELS MEMORY SECONDS

        forage-image processes pictures for forage, which starts it; you do not need to run it. It reads an
        order on each line of standard input, and answers each with a line.
        """

    private static func write(_ text: String, to descriptor: Int32) {
        _ = Descriptor.write(Array((text + "\n").utf8), to: descriptor)
    }
}

/// The limits that the system enforces on this program.
enum ProcessLimits {
    /// Limits the memory of this program, and prevents a crash from writing its memory to the disk.
    static func hold(memory: Int) {
        set(Self.memory, soft: memory, hard: memory)
        set(crashes, soft: 0, hard: 0)
    }

    /// Allows this many more seconds of processor time, after which the system ends the program.
    static func allow(seconds: Int) {
        var usage = rusage()
        guard getrusage(oneself, &usage) == 0 else { return }
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        // The hard limit is not lowered, because it could not be raised again for later orders.
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
