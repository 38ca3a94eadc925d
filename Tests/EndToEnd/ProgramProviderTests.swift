import ForageCore
import JSON
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Providers that run a program")
struct ProgramProviderTests {
    private static let definition = """
        {"$schema": "urn:forage:definition:1", "about": {"id": "mine", "name": "Mine", "summary": "Something of mine",
         "site": "https://mine.example/", "kinds": ["photo"], "hosts": ["https://api.duckduckgo.com"]},
         "program": {"command": ["sh", "mine.sh"], "answers": ["search"]}}
        """

    /// A host that the sandbox simulates; the answer is not used.
    private static func program(_ step: String) -> String {
        """
        while read -r line; do
          case $line in
            *'"do":"describe"'*) echo '{"protocol": 1, "provider": "mine"}' ;;
            *'"do":"endpoint"'*) echo '{"endpoint": {"url": "https://api.duckduckgo.com/",
              "query": [["q", "owl"], ["format", "json"]]}}' | tr -d '\n'; echo ;;
            *) \(step) ;;
          esac
        done
        """
    }

    private func search(_ step: String, _ words: String...) async throws -> RunningProgram.Ending {
        let place = try Place()
        try place.write(Self.definition, to: "mine.json")
        try place.write(Self.program(step), to: "mine.sh")
        let environment = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        return try await RunningProgram(
            ["forage", "--sandbox", "search", "owl", "--definition", "mine.json", "-p", "mine"] + words,
            in: place, environment: environment
        ).ending()
    }

    @Test("items of a program have credits like any others")
    func searches() async throws {
        let page = #"""
            {"page": {"drafts": [{"id": "1", "kind": "photo", "title": "Night owl", "page": "https://mine.example/1",
            "creator": {"name": "Ann"}, "licence": {"id": "cc0-1.0", "name": "CC0 1.0"}}]}}
            """#
        let line = page.split(separator: "\n").joined()
        let ending = try await search("echo '\(line)'", "-f", "json")
        #expect(ending.code == 0, "\(ending.messages)")
        let item = try ending.json["items"][0]
        #expect(item["title"].string == "Night owl")
        #expect(item["id"].string == "mine:1")
        #expect(item["creator"]["name"].string == "Ann")
    }

    /// A program that hangs, with a hanging child; a pipe they hold open shows whether they are alive.
    private func placeOfHanging() throws -> Place {
        let place = try Place()
        try place.write(Self.definition, to: "mine.json")
        try place.write(
            "exec 9>held; echo hanging >&9; sleep 1000 & while :; do sleep 1000; done", to: "mine.sh")
        #expect(mkfifo("\(place.folder)/held", 0o600) == 0)
        return place
    }

    @Test(
        "a hanging program ends with Forage, however that ends",
        arguments: [
            ["search", "owl", "-p", "mine"], ["providers", "check", "mine", "--samples", "samples"],
        ],
        [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func endsWithForage(words: [String], signal: Int32) async throws {
        let place = try placeOfHanging()
        try place.write("{}", to: "samples/body.json")
        try place.write(
            #"[{"name": "one", "search": "owl", "body": "body.json", "items": 0}]"#,
            to: "samples/samples.json")
        let held = open("\(place.folder)/held", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(held) }
        let program = try RunningProgram(
            ["forage"] + words + ["--definition", "mine.json"], in: place,
            environment: ["FORAGE_TIMEOUT": "300"])
        #expect(await happens(POLLIN, at: held))
        var word = [UInt8](repeating: 0, count: 100)
        #expect(read(held, &word, word.count) == "hanging\n".utf8.count)
        kill(program.process, signal)
        #expect(await happens(POLLHUP, at: held))
        _ = try await program.ending(within: .seconds(20))
    }

    /// Whether an event occurs on a descriptor before the timeout.
    private func happens(_ event: some BinaryInteger, at descriptor: Int32) async -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&place, 1, 0) > 0, place.revents & Int16(event) != 0 { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    @Test("an error of the program is reported on one line")
    func fails() async throws {
        let ending = try await search("echo 'I am lost' >&2; exit 3")
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Services.programEnded(3, "I am lost")))
    }

    @Test("a program gets the keys that it asks for in its environment, and no message shows them")
    func keys() async throws {
        let place = try Place()
        for (wanted, seen) in [(#""keys": ["apiKey"], "#, "sandbox-apiKey"), ("", "none")] {
            let definition = Self.definition
                .replacing(
                    "\"kinds\"",
                    with:
                        #""keys": [{"name": "apiKey", "variable": "FORAGE_KEY_MINE", "page": "https://mine.example/"}], "kinds""#
                )
                .replacing("\"answers\"", with: "\(wanted)\"answers\"")
            try place.write(definition, to: "mine.json")
            // The length of the key is told, because the key itself is masked.
            try place.write(
                Self.program(
                    #"echo "{\"unreadable\": \"key ${FORAGE_KEY_MINE-none} of ${#FORAGE_KEY_MINE} letters\"}""#
                ),
                to: "mine.sh")
            let ending = try await RunningProgram(
                ["forage", "--sandbox", "search", "owl", "--definition", "mine.json", "-p", "mine"],
                in: place,
                environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
            ).ending()
            let shown = wanted.isEmpty ? "key none of 0 letters" : "key (secret) of \(seen.count) letters"
            #expect(ending.messages.contains(shown), "\(ending.messages)")
            #expect(!ending.messages.contains("sandbox-apiKey"))
        }
    }

    @Test("a program cannot ask for a key that its definition does not declare")
    func undeclared() async throws {
        let place = try Place()
        try place.write(
            Self.definition.replacing("\"answers\"", with: #""keys": ["apiKey"], "answers""#), to: "mine.json"
        )
        try place.write(Self.program("exit"), to: "mine.sh")
        let ending = try await RunningProgram(["forage", "config", "check", "mine.json"], in: place).ending()
        #expect(ending.code == 78 && ending.messages.contains("mine.json:3:"), "\(ending.messages)")
    }
}
