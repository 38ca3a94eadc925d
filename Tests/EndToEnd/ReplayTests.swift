import JSON
import Platform
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("--record and forage replay")
struct ReplayTests {
    /// A command line, and the behaviour of the services.
    struct Run: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: [String]
        var environment: [String: String] = [:]
        let code: Int32

        static let all: [Run] = [
            Run("everybody answers", ["search", "owl", "-n", "40"]),
            Run("pictures are measured", ["search", "swift", "-p", "cocoacasts,duckduckgo"]),
            Run("sizes decide what is a result", ["search", "building min:480x300", "-p", "cocoacasts"]),
            Run("a window of several rounds", ["search", "owl", "--page", "3", "-n", "9"]),
            Run("all pages", ["search", "owl", "-p", "unsplash,flickr", "--all", "-n", "90"]),
            Run(
                "a further page may not be asked for",
                ["search", "bird", "-p", "unsplash,flickr", "-n", "500", "--no-measure"],
                ["FORAGE_PROVIDERS_FLICKR_REQUESTS_PER_HOUR": "1"], code: 3),
            Run(
                "a further page may not be asked for, however often",
                ["search", "bird", "-p", "unsplash,flickr", "--all", "--no-measure"],
                ["FORAGE_PROVIDERS_FLICKR_REQUESTS_PER_HOUR": "1"], code: 3),
            Run("filters", ["search", "owl -barn licence:commercial", "--explain", "--strict"]),
            Run("a listing", ["browse", "--licence", "commercial"]),
            Run("all fail", ["search", "owl \"fault:500\"", "-p", "duckduckgo,flickr"], code: 1),
            Run(
                "all fail again and again",
                ["search", "owl \"fault:500\"", "-p", "duckduckgo,flickr", "--all"], code: 1),
            Run("throttled", ["search", "owl \"fault:429=120\"", "-p", "unsplash,flickr"], code: 1),
            Run("cut off", ["search", "owl \"fault:cut=3000\"", "-p", "unsplash,flickr"], code: 3),
            Run(
                "too slow, each by its own time",
                ["search", "owl \"fault:delay=60000\"", "-p", "unsplash,flickr", "-t", "1.5"],
                ["FORAGE_PROVIDERS_FLICKR_TIMEOUT": "0.2"], code: 1),
            Run(
                "one is off", ["search", "owl"],
                ["FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED": "false"]),
        ]

        init(
            _ name: String, _ words: [String], _ environment: [String: String] = [:], code: Int32 = 0
        ) {
            testDescription = name
            self.words = words
            self.environment = environment
            self.code = code
        }
    }

    private func atSandbox(
        _ words: [String], in place: Place, _ environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        let sandbox = ["FORAGE_SANDBOX": try SharedSandbox.address.get(), "FORAGE_TIMEOUT": "50"]
        return try await RunningProgram(
            ["forage", "--sandbox"] + words, in: place, environment: sandbox.merging(environment) { $1 }
        ).ending()
    }

    /// Another user's home, with an unreadable configuration.
    private func stranger() throws -> Place {
        let place = try Place()
        try place.write("{ this is no JSON", to: place.ownConfiguration)
        return place
    }

    @Test("a replay has exactly the output of the run, even on another machine", arguments: Run.all)
    func sameBytes(run: Run) async throws {
        let place = try Place()
        let file = "\(place.folder)/run.json"
        let recorded = try await atSandbox(
            run.words + ["-f", "json", "--record", file], in: place, run.environment)
        #expect(recorded.code == run.code, "\(recorded.messages)")
        #expect(recorded.messages.contains("\(Wording.Downloads.recorded(file))."))
        let replayed = try await forage("replay", file, in: stranger())
        #expect(replayed.output == recorded.output)
        #expect(replayed.code == recorded.code)
    }

    @Test("pictures that were not measured in time are not measured in the replay")
    func unmeasured() async throws {
        let place = try Place()
        let slow = ["api.unsplash.com", "duckduckgo.com", "cocoacasts.s3.amazonaws.com"]
        let sandbox = try RunningProgram(
            ["forage-sandbox"] + slow.flatMap { ["--fault", "\($0):delay=60000"] }, in: place)
        let recorded = try await RunningProgram(
            [
                "forage", "--sandbox", "search", "lighthouse min:400x300", "-n", "8", "-t", "2", "-f", "json",
                "--record",
                "run.json",
            ], in: place, environment: ["FORAGE_SANDBOX": try await sandbox.address()]
        ).ending()
        #expect(try recorded.json["items"].count == 8)
        #expect(try await forage("replay", "run.json", in: place).output == recorded.output)
        sandbox.interrupt()
    }

    @Test(
        "a replay works in every format, including another than the recorded one",
        arguments: ["table", "json", "jsonl", "csv", "markdown", "html"])
    func formats(format: String) async throws {
        let place = try Place()
        let options = ["-f", format, "--record", "run.json"]
        let recorded = try await atSandbox(["search", "owl", "-n", "8"] + options, in: place)
        let replayed = try await forage("replay", "run.json", in: place)
        #expect(replayed.output == recorded.output)
        let json = try await forage("replay", "run.json", "-f", "json", "--fields", "id", in: place)
        #expect(try json.json["items"].list.count == 8)
    }

    @Test("explanations are replayed, with the table of filters")
    func explained() async throws {
        let place = try Place()
        let words = ["search", "owl kind:photo", "-n", "3", "--explain", "--record", "run.json"]
        let recorded = try await atSandbox(words, in: place)
        let replayed = try await forage("replay", "run.json", in: place)
        let table = recorded.messageLines.prefix { $0.hasPrefix("filters") || $0.contains("by ") }
        #expect(table.count > 1)
        #expect(replayed.messageLines.starts(with: table))
        #expect(replayed.output == recorded.output)
    }

    @Test(
        "a stream is replayed in its order, or as a list on request",
        arguments: [
            (["owl"], [:]),
            (["bird", "--all", "--no-measure"], ["FORAGE_PROVIDERS_FLICKR_REQUESTS_PER_HOUR": "1"]),
        ] as [([String], [String: String])])
    func stream(words: [String], environment: [String: String]) async throws {
        let place = try Place()
        let words = ["search", "--stream", "--record", "run.json"] + words
        let recorded = try await atSandbox(words, in: place, environment)
        #expect(try await forage("replay", "run.json", in: place).output == recorded.output)
        let list = try await forage("replay", "run.json", "-f", "json", in: place)
        #expect(try list.json["items"].list.isEmpty == false)
    }

    @Test(
        "a failing provider fails equally often and in the same way in the replay",
        arguments: ["503", "html", "loop", "429"], [["-f", "json"], ["--stream"]])
    func failingAgain(fault: String, form: [String]) async throws {
        let place = try Place()
        let failing = try RunningProgram(
            ["forage-sandbox", "--fault", "api.flickr.com:\(fault)"], in: place)
        let environment = ["FORAGE_SANDBOX": try await failing.address()]
        let words = ["search", "owl", "--all", "--no-measure", "--record", "run.json"] + form
        let recorded = try await atSandbox(words, in: place, environment)
        #expect(recorded.code == 3)
        let replayed = try await forage("replay", "run.json", in: place)
        #expect(replayed.output == recorded.output)
        #expect(replayed.code == 3)
        failing.interrupt()
        _ = try await failing.ending()
    }

    @Test(
        "an interrupted search is replayed up to that point, with the same exit code",
        arguments: [
            (["owl", "--no-measure"], SlowSandbox.Slow.cocoacasts, (SIGINT, code: Int32(130))),
            (["owl"], .cocoacasts, (SIGTERM, code: 143)),
            (["swift"], .duckDuckGo, (SIGINT, code: 130)),
        ])
    func interrupted(words: [String], slow: SlowSandbox.Slow, ending: (Int32, code: Int32)) async throws {
        let place = try Place()
        let recorded = try await SlowSandbox.interruptedSearch(
            words + ["--record", "run.json"], in: place, slow, by: ending.0)
        #expect(recorded.code == ending.code)
        #expect(recorded.messages.contains("Recorded in run.json, up to the interruption."))
        let replayed = try await forage("replay", "run.json", in: place)
        #expect(replayed.output == recorded.output)
        #expect(replayed.code == ending.code)
        #expect(replayed.messages.hasPrefix(Wording.Downloads.interruptedRecording))
        let list = try await forage("replay", "run.json", "-f", "json", in: place).json
        #expect(list["items"].list.isEmpty == false)
        #expect(Set(list["outcomes"].list.map { $0["result"].string }) == ["answered", "cancelled"])
    }

    @Test("an interrupted request for one item is replayed as cancelled")
    func interruptedItem() async throws {
        let place = try Place()
        let slow = try await SlowSandbox(in: place, milliseconds: 60_000)
        let words = ["show", "cocoacasts:1", "-f", "json", "-t", "50", "--record", "item.json"]
        let run = try RunningProgram(
            ["forage", "--sandbox"] + words, in: place, environment: slow.environment)
        while try await slow.requestCount() == 0 {}
        run.interrupt()
        #expect(try await run.ending(within: .seconds(30)).code == 130)
        let replayed = try await forage("replay", "item.json", in: place)
        #expect(replayed.code == 130)
        #expect(replayed.messages.contains("cocoacasts  cancelled"))
    }

    @Test("cached answers are replayed with their age and reason")
    func kept() async throws {
        let place = try Place()
        _ = try await atSandbox(["search", "barn owl"], in: place)
        for (file, words) in [("cached", ["search", "barn owl"]), ("kept", ["search", "owl", "--offline"])] {
            let recorded = try await atSandbox(words + ["-f", "json", "--record", file], in: place)
            let origins = try recorded.json["outcomes"].list.compactMap { $0["origin"].string }
            #expect(origins.contains { $0 != "network" })
            #expect(
                try await forage("replay", file, in: stranger(), file: file, of: place) == recorded.output)
        }
    }

    @Test("spelling suggestions are replayed without the items they came from")
    func suggestions() async throws {
        let place = try Place()
        _ = try await atSandbox(["search", "barn owl"], in: place)
        let words = ["search", "bran owwl", "-p", "duckduckgo", "-f", "json", "--record", "run.json"]
        let recorded = try await atSandbox(words, in: place)
        #expect(try recorded.json["suggestions"].list.map(\.string) == ["barn owl from:duckduckgo"])
        #expect(
            try await forage("replay", "run.json", in: stranger(), file: "run.json", of: place)
                == recorded.output)
    }

    @Test("a single item is replayed, and so is a missing one")
    func item() async throws {
        let place = try Place()
        let found = try await atSandbox(["search", "owl", "-p", "flickr", "--fields", "id"], in: place)
        let id = String(try #require(found.outputLines.first))
        for (id, code) in [(id, Int32(0)), ("flickr:1", 1)] {
            let words = ["show", id, "--refresh", "-f", "json", "--record", "item.json"]
            let recorded = try await atSandbox(words, in: place)
            #expect(recorded.code == code)
            let replayed = try await forage("replay", "item.json", in: place)
            #expect(replayed.output == recorded.output)
            #expect(replayed.code == code)
        }
    }

    @Test("signed addresses are recorded with their signature, but without the secret")
    func signed() async throws {
        let place = try Place()
        let secret = "canary-secret-of-cloudinary"
        try place.write(
            #"{ "transforms": { "cloudinary": { "signed": true, "apiSecret": "${CLOUDINARY_API_SECRET}" } } }"#,
            to: place.ownConfiguration)
        let recorded = try await RunningProgram(
            [
                "forage", "search", "swift", "-p", "cocoacasts", "-f", "json", "--no-measure", "--record",
                "run.json",
            ], in: place,
            environment: [
                "CLOUDINARY_API_SECRET": secret,
                "FORAGE_PROVIDERS_COCOACASTS_BASE_URL":
                    "\(try SharedSandbox.address.get())/cocoacasts.s3.us-west-1.amazonaws.com",
            ]
        ).ending()
        #expect(recorded.output.contains("/s--"), "\(recorded.messages)")
        let replayed = try await forage("replay", "run.json", in: place)
        #expect(replayed.output == recorded.output)
        #expect(try !place.text(of: "run.json").contains(secret))
    }

    @Test("the definition of a provider is part of the recording")
    func definitions() async throws {
        let place = try Place()
        let environment = ["FORAGE_DEFINITIONS_SHIPPED": "true"]
        let words = ["search", "owl", "-p", "commons", "-f", "json", "--record", "run.json"]
        let recorded = try await atSandbox(words, in: place, environment)
        #expect(try recorded.json["items"].list.isEmpty == false)
        #expect(try await forage("replay", "run.json", in: place).output == recorded.output)
    }

    #if os(Linux)
        @Test("a replay does not even load libcurl")
        func quiet() async throws {
            let place = try Place()
            _ = try await atSandbox(["search", "owl", "--record", "run.json"], in: place)
            let replayed = try await forage(
                "replay", "run.json", in: place, environment: ["LD_DEBUG": "files"])
            #expect(replayed.messages.contains("calling init"))
            #expect(!replayed.messages.contains("libcurl"))
        }
    #endif

    @Test("only a bundle is overwritten, and only by a complete one")
    func overwriting() async throws {
        let place = try Place()
        try place.write("precious", to: "letter.txt")
        let refused = try await atSandbox(["search", "owl", "--record", "letter.txt"], in: place)
        #expect(refused.code == 64)
        #expect(
            refused.messages
                == "forage: --record: letter.txt exists and is not a recording; choose another file.\n")
        #expect(try place.text(of: "letter.txt") == "precious")
        for words in ["owl", "fox"] {
            let ending = try await atSandbox(["search", words, "--record", "run.json"], in: place)
            #expect(ending.code == 0)
        }
        let replayed = try await forage("replay", "run.json", "-f", "json", in: place)
        #expect(try replayed.json["query"].string == "fox")
    }

    @Test("if the bundle cannot be written, the results are still printed, with a message")
    func unwritable() async throws {
        let ending = try await atSandbox(["search", "owl", "--record", "/proc/none/run.json"], in: Place())
        #expect(ending.code == 1)
        #expect(!ending.output.isEmpty)
        #expect(ending.messages.contains("\(Wording.Downloads.notRecorded) /proc/none"))
    }

    @Test("an invalid bundle is reported on one line with the position of the error")
    func broken() async throws {
        let place = try Place()
        _ = try await atSandbox(["search", "owl", "-n", "2", "--record", "run.json"], in: place)
        let whole = try place.text(of: "run.json")
        let wrong = [
            (String(whole.prefix(2000)), Wording.Files.cutOffStart),
            (whole.replacing("\"limit\": 2", with: "\"limit\": 3"), Wording.Files.edited),
            (whole.replacing("bundle:1\"", with: "bundle:7\""), Wording.Files.version(7)),
            ("", "found nothing"),
            ("{}", Wording.Files.notARecording),
        ]
        for (text, words) in wrong {
            try place.write(text, to: "wrong.json")
            let ending = try await forage("replay", "wrong.json", in: place)
            #expect(ending.code == 64)
            #expect(ending.output.isEmpty)
            #expect(ending.messageLines.count == 1)
            #expect(ending.messages.hasPrefix("forage: \(Wording.Downloads.notReplayed("wrong.json"))"))
            #expect(ending.messages.contains(words), "\(ending.messages)")
        }
        #expect(try await forage("replay", in: place).code == 64)
        #expect(try await forage("replay", "nowhere.json", in: place).code == 1)
    }
}

/// The output of a replay by another user.
private func forage(
    _ command: String, _ name: String, in stranger: Place, file: String, of place: Place
) async throws -> String {
    try await forage(command, "\(place.folder)/\(file)", in: stranger).output
}

extension Place {
    /// The text of a file in the folder.
    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
    }
}
