#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What Python takes, timed inside a Python process over the same bytes.
package enum Python {
    /// The median time of `json.loads` on the bytes in milliseconds, or nil if there is no python3.
    package static func milliseconds(reading bytes: [UInt8], rounds: Int) -> Double? {
        guard let path = temporaryFile(bytes) else { return nil }
        defer { unlink(path) }
        let program = """
            import json, time
            body = open('\(path)', 'rb').read()
            times = []
            for _ in range(\(rounds)):
                start = time.perf_counter()
                json.loads(body)
                times.append(time.perf_counter() - start)
            print(sorted(times)[len(times) // 2] * 1000)
            """
        return output(of: "python3 -c \"\(program)\" 2>/dev/null").flatMap(Double.init)
    }

    /// What a script of this folder prints, run by the Python that `make bench` set up; nil where it cannot run.
    package static func figure(of script: String, rounds: Int) -> Double? {
        output(of: ".build-tools/python/bin/python Benchmarks/\(script) \(rounds) 2>/dev/null").flatMap(
            Double.init)
    }

    private static func temporaryFile(_ bytes: [UInt8]) -> String? {
        var name = Array("/tmp/json-benchmark-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0, let file = fdopen(descriptor, "wb") else { return nil }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func output(of command: String) -> String? {
        guard let pipe = popen(command, "r") else { return nil }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
        return String(decoding: line.prefix { $0 > 32 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
