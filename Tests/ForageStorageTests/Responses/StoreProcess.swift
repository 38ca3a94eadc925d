import Platform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A running `StoreProgram`.
final class StoreProcess: Sendable {
    private let process: pid_t
    private let output: String

    /// The exit code and the output.
    struct Ending: Sendable {
        let code: Int32
        let output: String
    }

    /// Starts the program after a line of shell, and through another program if one is given.
    init(_ words: String..., in place: StorePlace, setUp: String = "", runner: String = "") throws {
        output = "\(place.root)/\(UUID())"
        let program = Self.builtFolder + "/StoreProgram"
        let script = "\(setUp) exec \(runner) \"$0\" \"$@\" > '\(output)' 2>&1"
        var arguments = (["/bin/sh", "-c", script, program] + words).map { strdup($0) } + [nil]
        // A killed program writes no coverage, and all others would write the same file.
        var variables = [strdup("LLVM_PROFILE_FILE=/dev/null"), strdup("PATH=/usr/bin:/bin"), nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, &variables)
        guard code == 0 else { throw DidNotStart(code: code) }
        self.process = process
    }

    struct DidNotStart: Error { let code: Int32 }

    func kill() { _ = Self.send(SIGKILL, to: process) }

    func ending() async throws -> Ending {
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let text = (try? Data(contentsOf: URL(filePath: output))).map { String(decoding: $0, as: UTF8.self) }
        let signal = status & 0x7F
        return Ending(code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: text ?? "")
    }

    private static func send(_ signal: Int32, to process: pid_t) -> Int32 {
        #if canImport(Darwin)
            Darwin.kill(process, signal)
        #else
            Glibc.kill(process, signal)
        #endif
    }

    private static let builtFolder: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
        let steps = bundle.split(separator: "/", omittingEmptySubsequences: false)
        return steps.prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
    }()
}
