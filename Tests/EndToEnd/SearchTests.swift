import ForageCore
import JSON
import TestWording
import Testing

@Suite("forage search")
struct SearchTests {
    @Test("piped output has one tab-separated line per result, and messages are separate")
    func plainLines() async throws {
        let ending = try await forageAtSandbox(["search", "owl"])
        #expect(ending.code == 0)
        #expect(ending.outputLines.count > 5)
        for line in ending.outputLines {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            #expect(columns.count == 7)
            #expect(ItemID(String(columns[0]))?.provider == "duckduckgo")
            #expect(WebURL(String(columns[6])) != nil)
        }
        #expect(!ending.output.contains("\u{1B}"))
        #expect(ending.messages.contains("\(ending.outputLines.count) results from 1 provider in "))
    }

    @Test("several words need no quotes")
    func words() async throws {
        let quoted = try await forageAtSandbox(["search", "barn owl"])
        #expect(try await forageAtSandbox(["search", "barn", "owl"]).output == quoted.output)
        #expect(try await forageAtSandbox(["search", "--", "barn", "owl"]).output == quoted.output)
    }

    @Test("the query in JSON can be repeated without its options, and its cursor belongs to it")
    func queryAgain() async throws {
        let place = try Place()
        let options = ["--kind", "topic", "--sort", "newest", "-n", "3", "-f", "json"]
        let first = try await forageAtSandbox(["search", "owl -barn"] + options, in: place).json
        let query = try #require(first["query"].string)
        #expect(query == "owl kind:topic -barn sort:newest")
        let next = try #require(first["next"].string)
        let again = try await forageAtSandbox(["search", query, "-n", "3", "-f", "json"], in: place)
        #expect(try again.json["items"].list.map(\.["id"].string) == first["items"].list.map(\.["id"].string))
        #expect(try await forageAtSandbox(["search", query, "--cursor", next], in: place).code == 0)
    }

    @Test("JSON has its documented form")
    func json() async throws {
        let ending = try await forageAtSandbox(["search", "owl", "--format", "json"])
        let root = try ending.json
        #expect(root["version"].int == 1)
        #expect(root["query"].string == "owl")
        #expect(root["next"].kind == .null)
        let items = root["items"].list
        #expect(items.count > 5)
        for item in items {
            for field in ["id", "kind", "title", "pageURL"] { #expect(item[field].string?.isEmpty == false) }
            for field in ["text", "html", "markdown"] {
                #expect(item["attribution"][field].string?.isEmpty == false)
            }
            #expect(item["sources"].list.map { $0["provider"].string } == ["duckduckgo"])
        }
        let outcome = root["outcomes"].list[0]
        #expect(outcome["provider"].string == "duckduckgo")
        #expect(outcome["result"].string == "answered")
        #expect(outcome["count"].int == items.count)
        #expect(outcome["origin"].string == "network")
        #expect(outcome["milliseconds"].int != nil)
    }

    @Test("related queries of the service are listed")
    func seeAlso() async throws {
        let json = try await forageAtSandbox(["search", "owl", "-p", "duckduckgo", "--format", "json"]).json
        let related = json["seeAlso"].list.compactMap(\.string)
        #expect(related.count > 2 && !related.contains("owl"))
        let markdown = try await forageAtSandbox(["search", "owl", "-p", "duckduckgo", "-f", "markdown"])
        #expect(markdown.output.contains("\n\n\(Wording.Results.seeAlso)"))
    }

    @Test("JSON lines have one item each, and the outcomes at the end")
    func jsonLines() async throws {
        let ending = try await forageAtSandbox(["search", "owl", "-p", "duckduckgo", "--format", "jsonl"])
        let lines = try ending.jsonLines
        #expect(lines.count > 5)
        #expect(lines.dropLast().allSatisfy { $0["id"].string != nil })
        #expect(lines.last?["outcomes"].list.count == 1)
        #expect(lines.last?["id"].kind == .missing)
        #expect(lines.dropLast().allSatisfy { $0["event"].isMissing })
        #expect(lines.last?["event"].string == "finished")
    }

    @Test("--fields selects fields and their order")
    func fields() async throws {
        let wanted = ["--fields", "title,id,attribution.text", "--limit", "3"]
        let table = try await forageAtSandbox(["search", "owl"] + wanted)
        #expect(table.outputLines.count == 3)
        #expect(table.outputLines.allSatisfy { $0.split(separator: "\t").count == 3 })
        let json = try await forageAtSandbox(["search", "owl", "--format", "json"] + wanted)
        let items = try json.json["items"].list
        #expect(items.map { $0.members.map(\.key) }.allSatisfy { Set($0) == ["title", "id", "attribution"] })
        #expect(items.map { $0["attribution"].members.map(\.key) }.allSatisfy { $0 == ["text"] })
        #expect(
            items.map { $0["id"].string } == table.outputLines.map { String($0.split(separator: "\t")[1]) })
    }

    @Test("--kind filters results, and providers without that kind are not asked")
    func kinds() async throws {
        let topics = try await forageAtSandbox(["search", "owl", "-k", "topic", "--fields", "kind"])
        #expect(Set(topics.outputLines) == ["topic"])
        let photos = try await forageAtSandbox(["search", "owl", "--kind", "photo"])
        #expect(photos.code == 1)
        #expect(photos.output.isEmpty)
        #expect(photos.messages.contains(Wording.Results.skipped(Wording.Results.onlyKinds("answer, topic"))))
    }

    @Test("no results are reported, and are not a failure")
    func nothing() async throws {
        let ending = try await forageAtSandbox(["search", "zzzzqqqq"])
        #expect(ending.code == 0)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains("no results from 1 provider"))
    }

    @Test("without results, a spelling suggestion is made from earlier results")
    func misspelt() async throws {
        let place = try Place()
        let first = try await forageAtSandbox(["search", "bran owwl"], in: place)
        #expect(!first.messages.contains("Did you mean"))
        _ = try await forageAtSandbox(["search", "barn owl"], in: place)
        let ending = try await forageAtSandbox(["search", "bran owwl"], in: place)
        #expect(ending.code == 0 && ending.output.isEmpty)
        #expect(ending.messages.hasPrefix("\(Wording.Queries.didYouMean("barn owl"))\n"))
        let json = try await forageAtSandbox(["search", "bran owwl sort:newest", "-f", "json"], in: place)
        #expect(try json.json["suggestions"].list.map(\.string) == ["barn owl sort:newest"])
        let stream = try await forageAtSandbox(["search", "bran owwl", "--stream"], in: place)
        #expect(try stream.jsonLines.last?["suggestions"].list.map(\.string) == ["barn owl"])
    }

    @Test("the configured limit and timeout are defaults of the options")
    func configured() async throws {
        let place = try Place()
        try place.write(#"{ "defaults": { "limit": 2, "format": "json" } }"#, to: place.ownConfiguration)
        let usual = try await forageAtSandbox(["search", "owl"], in: place)
        #expect(usual.outputLines.count == 2, "the format of a person does not change what a program reads")
        let asked = try await forageAtSandbox(
            ["search", "owl", "-n", "4", "-f", "table"], in: place)
        #expect(asked.outputLines.count == 4)
        let slow = try await forageAtSandbox(
            ["search", "owl", "\"fault:delay=60000\""], in: place, environment: ["FORAGE_TIMEOUT": "0.3"])
        #expect(slow.code == 1)
        #expect(slow.messages.contains(Wording.Results.timedOut))
    }

    @Test("a line for each named provider without its key says where to get it")
    func firstRun() async throws {
        let providers = "duckduckgo,flickr,unsplash"
        let ending = try await forageAtSandbox(["search", "owl", "-n", "3", "-p", providers])
        #expect(ending.code == 0)
        #expect(ending.outputLines.count == 3)
        #expect(ending.messageLines.count == 3)
        #expect(
            ending.messages.contains(
                "\(Wording.Results.skipped(Wording.Settings.keyNotSet("apiKey"))); \(Wording.Settings.setVariable("FLICKR_API_KEY")) https://www.flickr.com/"
            ))
        #expect(
            ending.messages.contains(
                "\(Wording.Settings.setVariable("UNSPLASH_ACCESS_KEY")) https://"))
    }

    @Test("a disabled provider is skipped even if named, and asking none is a failure")
    func skipped() async throws {
        let place = try Place()
        try place.write(
            #"{ "providers": { "duckduckgo": { "enabled": false } } }"#, to: place.ownConfiguration)
        for typed in [["search", "owl"], ["search", "owl", "-p", "duckduckgo"]] {
            let ending = try await forageAtSandbox(typed, in: place)
            #expect(ending.code == 1)
            #expect(ending.messages.contains(Wording.Results.noneSearched))
        }
    }

    @Test("if every provider is off, the message says how to turn one on")
    func allOff() async throws {
        let place = try Place()
        try place.write("{}", to: place.ownConfiguration)
        for provider in ["duckduckgo", "flickr", "unsplash"] {
            _ = try await forage("providers", "disable", provider, in: place)
        }
        let ending = try await forage(
            "search", "owl", in: place,
            environment: [
                "FORAGE_DEFINITIONS_SHIPPED": "false", "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "",
            ])
        #expect(ending.code == 1 && ending.output.isEmpty)
        #expect(
            ending.messages
                == "\(Wording.Results.allDisabled)\n")
    }

    @Test("--verbose lists the files read and the outcome of each provider")
    func verbose() async throws {
        let place = try Place()
        try place.write("{}", to: place.ownConfiguration)
        let ending = try await forageAtSandbox(["search", "owl", "--verbose"], in: place)
        #expect(ending.messages.contains("\(place.ownConfiguration): read"))
        #expect(ending.messages.contains("config.json: not found"))
        #expect(ending.messages.contains("duckduckgo  answered: \(ending.outputLines.count) results"))
        #expect(ending.messages.contains(", \(Wording.Results.network)"))
    }
}
