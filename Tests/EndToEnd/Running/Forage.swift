import Platform
import TestPlaces
import TestReaders

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Runs `forage` as a user would.
func forage(
    _ arguments: String..., in place: Place? = nil, environment: [String: String] = [:],
    input: String = "/dev/null", screen: PseudoTerminal? = nil
) async throws -> RunningProgram.Ending {
    let place = try place ?? Place()
    return try await RunningProgram(
        ["forage"] + arguments, in: place, environment: environment, input: input, screen: screen
    ).ending()
}

/// One sandbox for the whole test run; it ends when the run does.
enum SharedSandbox {
    struct DidNotStart: Error { let output: String }

    /// Its address.
    static let address: Result<String, any Error> = Result(catching: start)

    /// Variables that make `forage` use the sandbox instead of the services; only DuckDuckGo, because no other
    /// provider without a key is on.
    static var environment: [String: String] {
        get throws {
            [
                "FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": "\(try address.get())/api.duckduckgo.com",
                "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "false",
                "FORAGE_MEASURE": "false", "FORAGE_CONTACT": "tests@forage.example",
            ]
        }
    }

    private static func start() throws -> String {
        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        pipe(&input)
        pipe(&output)
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var start = ProgramStart(folder: "/")
        start.hand(input[0], as: STDIN_FILENO)
        start.hand(output[1], as: STDOUT_FILENO)
        _ = try start.run(
            [
                BuiltPrograms.path(of: "forage-sandbox"), "--until-stdin-closes",
                "--definitions", ThisCheckout.folder.appending(path: "Providers/Definitions").path,
            ],
            ["LLVM_PROFILE_FILE": "/dev/null"])
        close(input[0])
        close(output[1])
        let line = firstLine(from: output[0])
        guard let address = line.split(separator: " ").last, address.hasPrefix("http://") else {
            throw DidNotStart(output: line)
        }
        return String(address)
    }

    private static func firstLine(from pipe: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(pipe, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}

/// Runs `forage` with the shared sandbox instead of the services.
func forageAtSandbox(
    _ arguments: [String], in place: Place? = nil, screen: PseudoTerminal? = nil,
    environment: [String: String] = [:]
) async throws -> RunningProgram.Ending {
    let place = try place ?? Place()
    return try await RunningProgram(
        ["forage"] + arguments, in: place,
        environment: SharedSandbox.environment.merging(environment) { $1 }, screen: screen
    ).ending()
}
