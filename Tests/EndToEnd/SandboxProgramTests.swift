import Dispatch
import LoopbackClient
import TestWording
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("The program forage-sandbox", .serialized, .timeLimit(.minutes(1)))
struct SandboxProgramTests {
    @Test("it prints its address, and ends when its input closes")
    func endsWithInput() async throws {
        let program = try PipedSandbox(["--until-stdin-closes"])
        let line = try #require(await program.firstLine())
        #expect(line.hasPrefix(Wording.Services.listening("forage-sandbox", "http://127.0.0.1:")))
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
        #expect(try await LoopbackConnection.request("/healthz", port: port)?.text == "ok\n")
        program.closeInput()
        #expect(await program.exitCode() == 0)
    }

    @Test("a signal ends it normally", arguments: [SIGINT, SIGTERM])
    func endsWithSignal(signal: Int32) async throws {
        let program = try PipedSandbox([])
        _ = await program.firstLine()
        kill(program.id, signal)
        #expect(await program.exitCode() == 0)
    }

    @Test("help is printed, and an error is one sentence with exit code 64")
    func explainsItself() async throws {
        let help = try PipedSandbox(["--help"])
        #expect(await help.firstLine()?.hasPrefix("USAGE: forage-sandbox") == true)
        #expect(await help.exitCode() == 0)
        let mistake = try PipedSandbox(["--prot"])
        #expect(
            await mistake.firstLine()
                == "forage-sandbox: “--prot” is not an option; see forage-sandbox --help.")
        #expect(await mistake.exitCode() == 64)
    }

    @Test(
        "an invalid number or host is explained, with the simulated hosts",
        arguments: [
            (["--port", "70000"], "\(Wording.Usage.wholeNumber("--port", 0, 65535)), not “70000”."),
            (
                ["--fault", "typo.host.com:503"],
                "The sandbox does not simulate “typo.host.com”; it simulates api."
            ),
        ])
    func saysWhatThereIs(arguments: [String], sentence: String) async throws {
        let mistake = try PipedSandbox(arguments)
        let line = await mistake.firstLine()
        #expect(line?.contains(sentence) == true)
        #expect(!arguments.contains("--fault") || line?.contains("api.flickr.com") == true)
        #expect(await mistake.exitCode() == 64)
    }

    @Test("a port in use gives exit code 1")
    func refusesPortInUse() async throws {
        let port = try #require(SharedSandbox.address.get().split(separator: ":").last.flatMap { Int($0) })
        let program = try PipedSandbox(["--port", "\(port)"])
        #expect(await program.firstLine()?.contains("Address already in use") == true)
        #expect(await program.exitCode() == 1)
    }
}

/// The program as a separate process, its output and errors in one pipe.
private struct PipedSandbox {
    struct CannotStart: Error {
        let code: Int32
    }

    let id: pid_t
    private let input: Int32
    private let output: Int32

    init(_ arguments: [String]) throws {
        let (inputPipe, outputPipe) = (Self.makePipe(), Self.makePipe())
        let words = [BuiltPrograms.path(of: "forage-sandbox")] + arguments
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputPipe.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, STDERR_FILENO)
        let vector = words.map { strdup($0) } + [nil]
        defer { vector.forEach { free($0) } }
        var id: pid_t = 0
        let status = posix_spawn(&id, words[0], &actions, nil, vector, environ)
        close(inputPipe.reading)
        close(outputPipe.writing)
        guard status == 0 else { throw CannotStart(code: status) }
        (self.id, input, output) = (id, inputPipe.writing, outputPipe.reading)
    }

    /// Not inherited by other programs that are started meanwhile.
    private static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        _ = pipe(&ends)
        ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    func closeInput() {
        close(input)
    }

    func firstLine() async -> String? {
        await blocking {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
    }

    func exitCode() async -> Int32 {
        await blocking {
            var status: Int32 = 0
            waitpid(id, &status, 0)
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
        }
    }

    private func blocking<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "running program").async { continuation.resume(returning: work()) }
        }
    }
}
