import TestWording
import Testing

@Suite("A program without a standard stream", .timeLimit(.minutes(1)))
struct StandardStreamTests {
    private func run(_ arguments: [String], without redirection: String) async throws -> RunningProgram.Ending
    {
        try await RunningProgram(
            [
                "/bin/sh", "-c", "exec \"$0\" --sandbox \"$@\" \(redirection)",
                BuiltPrograms.path(of: "forage"),
            ]
                + arguments, in: Place(), environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
    }

    @Test(
        "a command that reads standard input reports that it cannot be read",
        arguments: [
            ["search", "--each", "-"], ["get", "--from", "-", "--to", "owls"], ["svg-size", "-"],
            ["decode", "duckduckgo", "-"],
        ])
    func input(arguments: [String]) async throws {
        let ending = try await run(arguments, without: "<&-")
        #expect(ending.code == 1)
        #expect(
            ending.messages.contains(Wording.Files.unreadableReason("bad file descriptor")),
            "\(ending.messages)")
    }

    @Test("a command that writes output reports that it cannot be written")
    func output() async throws {
        let ending = try await run(["search", "owl"], without: ">&-")
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Files.resultsNotWritten), "\(ending.messages)")
    }
}
