#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// PyPI's `imagesize`, timed inside a Python process.
enum Python {
    /// The median time for the whole folder in milliseconds, or nil where imagesize is not installed.
    static func milliseconds(measuring folder: String, rounds: Int) -> Double? {
        let program = """
            import imagesize, os, time
            times = []
            for _ in range(\(rounds)):
                start = time.perf_counter()
                sizes = [imagesize.get(entry.path) for entry in os.scandir('\(folder)')]
                times.append(time.perf_counter() - start)
                assert all(width > 0 for width, height in sizes)
            print(sorted(times)[len(times) // 2] * 1000)
            """
        return output(of: ".build-tools/python/bin/python -c \"\(program)\" 2>/dev/null").flatMap(Double.init)
    }

    private static func output(of command: String) -> String? {
        guard let pipe = popen(command, "r") else { return nil }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
        return String(decoding: line.prefix { $0 > 32 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
