import Database
import JSON
import Platform
import TestWording
import Testing

@Suite("Results that are not read", .timeLimit(.minutes(2)))
struct UnreadResultsTests {
    private let place: Place

    init() throws {
        place = try Place()
        try place.write("owl\nfox\n", to: "list.txt")
    }

    private func run(_ script: String) async throws -> RunningProgram.Ending {
        try await start(script).ending()
    }

    private func start(_ script: String) throws -> RunningProgram {
        try RunningProgram(
            ["/bin/sh", "-c", script], in: place,
            environment: [
                "FORAGE": BuiltPrograms.path(of: "forage"), "FORAGE_SANDBOX": SharedSandbox.address.get(),
            ])
    }

    @Test(
        "the program stores its results before it ends",
        arguments: [
            ("search owl -f json", "| :"), ("search owl -f jsonl", "| :"), ("search --each list.txt", "| :"),
            ("search owl", "> /dev/full"),
        ])
    func kept(command: String, sink: String) async throws {
        _ = try await run(#""$FORAGE" --sandbox search wren -p unsplash"#)
        var holder = try Connection("\(place.home)/.cache/forage/sandbox/items.sqlite")
        func count() throws -> Int { try holder.first("SELECT count(*) FROM item") { $0.int(0) } ?? 0 }
        let countBefore = try count()
        try holder.execute("BEGIN IMMEDIATE")
        let unread = try start(#""$FORAGE" --sandbox \#(command) -p unsplash \#(sink)"#)
        // The results exist by then, and can be stored only from now on.
        try await Task.sleep(for: .seconds(1))
        try holder.execute("ROLLBACK")
        _ = try await unread.ending()
        #expect(try count() > countBefore)
    }

    @Test(
        "a closed pipe is a success, and a failed write a failure",
        arguments: ["search owl", "search owl -f jsonl", "search --each list.txt", "svg-size ."])
    func codes(command: String) async throws {
        try place.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"/>", to: "owl.svg")
        let left = try await run(
            #"{ "$FORAGE" --sandbox \#(command) 2>messages; echo "$?" >code; } | :; cat code messages"#)
        #expect(left.output == "0\n")
        let full = try await run(#""$FORAGE" --sandbox \#(command) > /dev/full"#)
        #expect(full.code == 1)
        #expect(full.messages.contains("\(Wording.Files.resultsNotWritten): No space left on device."))
    }
}
