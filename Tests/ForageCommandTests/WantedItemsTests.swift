import ForageCore
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("Input of forage get")
struct WantedItemsTests {
    private static func id(_ local: String) -> ItemID { ItemID(provider: "birds", local: local) }

    private static func result(_ local: String) -> String {
        #"{"id":"birds:\#(local)","kind":"photo","title":"Owl"}"#
    }

    private static func end(_ order: [String], gone: [String] = []) -> String {
        let order = order.map { #""birds:\#($0)""# }.joined(separator: ",")
        let gone = gone.map { #"{"id":"birds:\#($0)","into":"birds:z"}"# }.joined(separator: ",")
        return
            #"{"event":"finished","version":1,"query":"owl","order":[\#(order)],"changed":[],"gone":[\#(gone)]}"#
    }

    @Test(
        "each kind of line is read",
        arguments: [
            ("", .nothing), ("  ", .nothing), ("birds:1", .item(id("1"))),
            (" birds:a b ", .item(id("a b"))), ("BIRDS:A", .item(id("A"))),
            ("birds:1\tphoto\tOwl", .nonsense("birds:1\tphoto\tOwl")),
            ("birds:1,photo,\"Owl\"", .nonsense("birds:1,photo,\"Owl\"")), ("birds:a,b", .item(id("a,b"))),
            ("owl", .nonsense("owl")), ("{", .nonsense("{")), ("{}", .nonsense("{}")),
            (result("1"), .result(id("1"))),
            (#"{"id":"birds:1","title":"cut o"#, .result(id("1"))),
            (#"{"query":"owl","item":{"id":"birds:1"},"outcomes":[]}"#, .item(id("1"))),
            (#"{"query":"owl","item":null,"outcomes":[]}"#, .nothing),
            (#"{"event":"began","providers":["birds"]}"#, .nothing),
            (#"{"event":"measured","item":"birds:1","size":{}}"#, .nothing),
            (end(["2", "1"], gone: ["3"]), .end(order: [id("2"), id("1")], gone: [id("3")])),
            (
                #"{"event":"finished","order":["birds:1","bir"#,
                .nonsense(#"{"event":"finished","order":["birds:1","bir"#)
            ),
        ] as [(String, WantedLine)])
    func line(text: String, line: WantedLine) {
        #expect(WantedLine(text) == line)
    }

    struct Lines: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [String]
        let wanted: [String]

        init(_ name: String, _ lines: [String], _ wanted: [String]) {
            testDescription = name
            self.lines = lines
            self.wanted = wanted
        }
    }

    @Test(
        "the lines of a streamed search give its final list",
        arguments: [
            Lines("in the order of the end", ["1", "2"].map(result) + [end(["2", "1"])], ["2", "1"]),
            Lines(
                "without what is gone", ["1", "2", "3"].map(result) + [end(["3", "1"], gone: ["2"])],
                ["3", "1"]),
            Lines("without what somebody took out", [result("2"), end(["1", "2"])], ["2"]),
            Lines("unchanged without an end", ["2", "1"].map(result), ["2", "1"]),
            Lines(
                "each of several by itself",
                [result("1"), result("2"), end(["2", "1"]), result("3"), result("1"), end(["1", "3"])],
                ["2", "1", "1", "3"]),
            Lines("with what the end knows nothing of", [result("9"), result("1"), end(["1"])], ["9", "1"]),
        ])
    func search(_ sample: Lines) async throws {
        let place = try TemporaryFolder()
        let path = try place.write(sample.lines.joined(separator: "\n"), to: "found.jsonl")
        var items = try WantedItems(linesOf: path)
        var wanted: [WantedItems.Wanted] = []
        while let next = await items.next() { wanted.append(next) }
        #expect(wanted == sample.wanted.map { .id(Self.id($0)) })
        #expect(await WantedItems.count(linesOf: path) == wanted.count)
        #expect(await WantedItems.count(linesOf: "-") == nil)
    }

    @Test(
        "other output formats of a search are refused with a message",
        arguments: [
            ("id,kind,title\nbirds:1,photo,Owl\n", "The input is CSV"),
            ("{\n  \"version\": 1\n}\n", "not a complete JSON document"),
            ("{\n  \"items\": [\n", "not a complete JSON document"),
            ("{\n  \"items\": [{}]\n}\n", "not a complete JSON document"),
            ("[\n]\n", "a JSON list"),
        ])
    func otherFormat(text: String, words: String) async throws {
        let place = try TemporaryFolder()
        let path = try place.write(text, to: "found.txt")
        var items = try WantedItems(linesOf: path)
        #expect(await items.next() == nil)
        #expect("\(try #require(items.fault))".contains(words))
    }

    @Test(
        "a document of a search, of one result or of a basket is read, whatever its layout",
        arguments: [
            "{\n \"version\": 1,\n \"items\": [\n {\"id\": \"birds:1\"},\n{\"id\": \"birds:2\"},{\"id\":\"owl\"}]\n}",
            #"{"version":1,"items":[{"id":"birds:1"},{"id":"birds:2"},{"id":"owl"}],"outcomes":[]}"#,
        ])
    func document(text: String) async throws {
        let place = try TemporaryFolder()
        let path = try place.write(text, to: "owls.forage.json")
        var items = try WantedItems(linesOf: path)
        #expect(await items.next() == .id(Self.id("1")))
        #expect(await items.next() == .id(Self.id("2")))
        #expect(await items.next() == .nonsense("owl"))
        #expect(await items.next() == nil)
        #expect(items.fault == nil)
        let one = try place.write(
            "{\n\"version\": 1, \"item\": {\"id\": \"birds:1\"}}", to: "a.json")
        #expect(await WantedItems.count(linesOf: one) == 1)
    }

    @Test("a list longer than any search is read without waiting for its end")
    func bounded() async throws {
        let place = try TemporaryFolder()
        let lines = (0...50_000).map { Self.result("\($0)") } + [Self.end(["7"], gone: ["0"])]
        let path = try place.write(lines.joined(separator: "\n"), to: "found.jsonl")
        #expect(await WantedItems.count(linesOf: path) == 50_001)
    }
}
