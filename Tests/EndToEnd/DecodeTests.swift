import JSON
import TestWording
import Testing

@Suite("forage decode")
struct DecodeTests {
    private let place: Place

    init() throws { place = try Place() }

    private func decode(_ body: some Sequence<UInt8>, _ options: String...) async throws
        -> RunningProgram.Ending
    {
        let file = try place.write(body, to: "answer.json")
        return try await RunningProgram(["forage", "decode", "duckduckgo", file] + options, in: place)
            .ending()
    }

    @Test("a saved answer is decoded as a search would")
    func search() async throws {
        let ending = try await decode(SavedBody("Barn owl", "Snowy owl").text.utf8, "-q", "owl", "-f", "json")
        #expect(ending.code == 0)
        let root = try ending.json
        #expect(root["query"].string == "owl")
        #expect(root["items"].list.map { $0["title"].string } == ["Barn owl", "Snowy owl"])
        #expect(root["outcomes"].list[0]["origin"].string == "file")
        #expect(ending.messages.contains("2 results from 1 provider"))
    }

    @Test("the file - is standard input")
    func standardInput() async throws {
        let file = try place.write(SavedBody("Barn owl").text, to: "answer.json")
        let ending = try await forage("decode", "duckduckgo", "-", in: place, input: file)
        #expect(ending.code == 0)
        #expect(ending.output.contains("\tBarn owl\t"))
    }

    @Test(
        "no error message contains terminal controls",
        arguments: [
            ["decode", "duckduckgo", "no\u{1B}[31mpe"], ["search", "owl", "-p", "x\u{1B}[31m"],
            ["svg-size", "no\u{1B}]0;x\u{7}pe"], ["--config", "no\u{9B}31mpe", "config", "check"],
        ])
    func controls(arguments: [String]) async throws {
        let ending = try await RunningProgram(["forage"] + arguments, in: place).ending()
        #expect(ending.code != 0)
        #expect(!ending.messages.isEmpty)
        let isPlain = ending.messages.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.properties.generalCategory != .control
        }
        #expect(isPlain)
    }

    @Test("a details request finds its result")
    func details() async throws {
        let body = SavedBody("Barn owl", "Snowy owl").text.utf8
        let listed = try await decode(body, "-q", "owl", "--fields", "id").outputLines
        let ending = try await decode(body, "--request", "details", "--id", String(listed[1]))
        #expect(ending.outputLines.count == 1)
        #expect(ending.output.contains("Snowy owl"))
        let other = try await decode(body, "--request", "details", "--id", "flickr:1")
        #expect(other.code == 64)
        #expect(other.messages.contains("flickr:1 \(Wording.Usage.isNotAnID) of duckduckgo."))
    }

    @Test("an unsupported request is skipped")
    func unanswerable() async throws {
        let ending = try await decode(SavedBody("Barn owl").text.utf8, "--request", "browse", "--id", "owl")
        #expect(ending.code == 1)
        #expect(ending.messages.contains("duckduckgo  skipped: "))
    }

    @Test("a provider without download notices has nothing to decode")
    func download() async throws {
        let ending = try await decode(SavedBody("Barn owl").text.utf8, "--request", "download", "--id", "owl")
        #expect(ending.code == 0)
        #expect(ending.output.isEmpty)
    }

    @Test(
        "the status and the headers are used",
        arguments: [("401", "denied"), ("403", "denied"), ("429", "throttled"), ("500", "failed")])
    func status(status: String, result: String) async throws {
        let ending = try await decode("sorry".utf8, "--status", status, "-H", "Retry-After: 60", "-f", "json")
        #expect(ending.code == 1)
        let outcome = try ending.json["outcomes"].list[0]
        #expect(outcome["result"].string == result)
        #expect((outcome["until"].string != nil) == (status == "429"))
    }

    @Test("HTML instead of JSON fails with an explanation")
    func html() async throws {
        let ending = try await decode("<!DOCTYPE html><html><body>Hello</body></html>".utf8)
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains("duckduckgo  failed: "))
        #expect(ending.messages.contains(Wording.Answers.notJSON("a web page")))
    }

    @Test("a truncated body gives its complete results")
    func cutOff() async throws {
        let body = SavedBody("Barn owl", "Snowy owl", "Eagle owl").text
        let ending = try await decode(body.utf8.dropLast(60), "-f", "json")
        #expect(ending.code == 0)
        let root = try ending.json
        #expect(root["items"].list.map { $0["title"].string } == ["Barn owl", "Snowy owl"])
        #expect(!root["outcomes"].list[0]["notes"].list.isEmpty)
    }

    @Test("one invalid byte damages nothing else")
    func badByte() async throws {
        var body = Array(SavedBody("Barn owl", "Snowy owl").text.utf8)
        let place = try #require(body.firstIndex(of: UInt8(ascii: "w")))
        body[place] = 0xFF
        let ending = try await decode(body, "-f", "json")
        #expect(ending.code == 0)
        #expect(try ending.json["items"].list.count == 2)
    }

    @Test("values of a wrong type are drift, with their path")
    func wrongTypes() async throws {
        let ending = try await decode(
            #"{ "Type": "D", "Heading": "Owl", "RelatedTopics": [{ "FirstURL": 12, "Text": [] }] }"#.utf8,
            "-f", "json")
        #expect(ending.code == 1)
        #expect(try ending.json["outcomes"].list[0]["result"].string == "drift")
        #expect(ending.messages.contains("RelatedTopics"))
    }

    @Test("only 16 MiB are read")
    func tooLarge() async throws {
        var body = SavedBody("Barn owl").text
        body.removeLast(2)
        body += String(repeating: " ", count: 17 * 1024 * 1024) + "]}"
        let ending = try await decode(body.utf8)
        #expect(ending.messages.contains(Wording.Services.tooLarge))
        #expect(ending.output.contains("Barn owl"))
    }

    @Test("titles reach a terminal without controls, and stay unchanged in JSON")
    func controlCharacters() async throws {
        let title = "\u{1B}]0;owned\u{07}Barn\u{9B}31m \u{202E}lwo\u{2028} \u{7F}owl"
        let table = try await decode(SavedBody(title).text.utf8)
        #expect(table.outputLines.count == 1)
        let obeyed = table.output.dropLast().unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\t" || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(obeyed.isEmpty)
        let json = try await decode(SavedBody(title).text.utf8, "-f", "json")
        #expect(json.output.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
        #expect(!json.output.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
        #expect(try json.json["items"].list[0]["title"].string?.contains("\u{202E}lwo") == true)
    }

    @Test("a title of ten thousand characters is whole in JSON and shortened on a line")
    func longTitle() async throws {
        let title = String(repeating: "owl ", count: 2_500).dropLast() + "!"
        let json = try await decode(SavedBody(String(title)).text.utf8, "-f", "json")
        #expect(try json.json["items"].list[0]["title"].string?.hasPrefix("owl owl") == true)
        let table = try await decode(SavedBody(String(title)).text.utf8)
        #expect(table.outputLines.count == 1)
    }

    @Test("an unreadable file is named", arguments: ["nowhere.json", "."])
    func unreadable(file: String) async throws {
        let ending = try await forage("decode", "duckduckgo", file, in: place)
        #expect(ending.code == 1)
        #expect(ending.messages.hasPrefix("forage: \(Wording.Files.unreadable(file)): "))
    }
}
