import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("Values proved by what comes of them")
struct ClaimTests {
    private static func text(field: String, record: String) -> String {
        SmallDefinition.text("\"page\": \"/url\"", "\"page\": \"/url\", \(field)")
            .replacing("\"by\": [\"A\", \"B\"]", with: record)
    }

    private static let uselessValues: [(field: String, record: String, fault: String)] = [
        (
            #""files": [{"role": "small", "url": "/f"}]"#, #""f": "/7.jpg""#,
            #"23:56: this gives no web address in any of the samples; sample 1 has "/7.jpg" at /works/0/f (line 29)"#
        ),
        (
            #""files": [{"role": "small", "url": "/url", "width": "/w"}]"#, #""w": "640x480""#,
            #"this gives no whole number in any of the samples; sample 1 has "640x480" at /works/0/w"#
        ),
        (#""duration": "/d""#, #""d": "long""#, "this gives no duration in any of the samples"),
        (#""published": "/d""#, #""d": "lately""#, "this gives no date in any of the samples"),
        (#""mature": "/m""#, #""m": "yes""#, "this gives no \"true\" or \"false\" in any of the samples"),
        (#""blurHash": "/b""#, #""b": "LHF5""#, "this gives no BlurHash in any of the samples"),
        (#""summary": "/s""#, #""s": {"en": "Owl"}"#, "this gives no text in any of the samples"),
        (
            #""summary": {"at": "/s", "then": [{"after": "by "}]}"#, #""s": "Owl""#,
            "this gives no text in any of the samples"
        ),
        (
            #""published": {"first": ["/d", "/e"]}"#, #""d": "lately", "e": "2024-05-31""#,
            "23:45: this gives no date in any of the samples"
        ),
        (
            #""files": [{"role": "small", "url": {"text": "owl.jpg"}}]"#, #""f": 1"#,
            "this gives no web address in any of the samples"
        ),
    ]

    @Test("a value that gives nothing is reported with its place in a sample", arguments: uselessValues)
    func useless(field: String, record: String, fault: String) throws {
        let found = try #require(SmallDefinition.fault(Self.text(field: field, record: record)))
        #expect(found.contains(fault), "\(found)")
    }

    @Test(
        "one sample that gives a value is enough",
        arguments: [
            (#""published": {"first": ["/d", "/e"]}"#, #""d": "2024-05-30", "e": "2024-05-31""#),
            (#""published": {"at": "/d", "then": [{"date": "year"}]}"#, #""d": 1889"#),
            (
                #""published": {"first": [{"at": "/d", "then": [{"date": "year"}]}, {"at": "/e", "then": [{"date": "seconds"}]}]}"#,
                #""d": 1889, "e": 1700000000"#
            ),
            (#""duration": {"at": "/d", "then": [{"number": 60}]}"#, #""d": "1.5""#),
        ])
    func served(field: String, record: String) {
        #expect(SmallDefinition.fault(Self.text(field: field, record: record)) == nil)
    }

    @Test("all values without a proof are reported at once")
    func allAtOnce() throws {
        let text = Self.text(
            field: #""summary": "/s", "collection": "/nowhere", "duration": "/d""#,
            record: #""s": {}, "d": "long""#)
        let fault = try #require(
            #expect(throws: DefinitionError.self) { try SmallDefinition.definition(text).check() })
        #expect(fault.problems.count == 3)
    }

    @Test("all samples and items that differ are reported at once")
    func allSamples() throws {
        let text = SmallDefinition.text.replacing(
            "\"title\": \"Owl\", \"page\"", with: "\"title\": \"Hawk\", \"page\"")
        let fault = try #require(
            #expect(throws: DefinitionError.self) { try SmallDefinition.definition(text).check() })
        #expect(
            fault.problems.map { $0.description.prefix(16) }
                == ["museum.json:30:38", "museum.json:37:38"].map { $0.prefix(16) })
    }

    @Test("all wrong hosts and keys are reported at once")
    func allHosts() throws {
        let text = SmallDefinition.text(
            "\"https://api.museum.example\"]", "\"https://10.0.0.7\", \"https://nas.local\"]")
        let fault = try #require(
            #expect(throws: DefinitionError.self) { try SmallDefinition.definition(text) })
        #expect(fault.problems.count == 2)
    }
}

@Suite("Conditions of a definition")
struct ConditionTests {
    private func isMet(_ condition: String, by body: String) throws -> Bool {
        let item = SmallDefinition.text("\"total\":", "\"none\": \(condition), \"total\":")
        let definition = try SmallDefinition.definition(item)
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        let page = try? plan.page(
            of: Response(body: Array(body.utf8)), for: .search(try Query("owl"), PageRequest(size: 5)),
            of: definition.info)
        return page != nil
    }

    private static let cases: [(condition: String, body: String, isMet: Bool)] = [
        (#""/n""#, #"{"n": null}"#, true), (#""/n""#, #"{}"#, false),
        (#"{"at": "/n"}"#, #"{"n": ""}"#, true),
        (#"{"at": "/n", "is": 0}"#, #"{"n": 0}"#, true), (#"{"at": "/n", "is": 0}"#, #"{"n": 7}"#, false),
        (#"{"at": "/n", "is": "a"}"#, #"{"n": "a"}"#, true),
        (#"{"at": "/n", "is": ["a", "b"]}"#, #"{"n": "b"}"#, true),
        (#"{"at": "/n", "is": "b"}"#, #"{"n": ["a", "b"]}"#, true),
        (#"{"at": "/n", "is": true}"#, #"{"n": true}"#, true),
        (#"{"at": "/n", "not": "a"}"#, #"{"n": "b"}"#, true),
        (#"{"at": "/n", "lacks": "a"}"#, #"{"n": "bab"}"#, false),
        (#"{"at": "/n", "lacks": ["a", "c"]}"#, #"{"n": "b"}"#, true),
        (#"{"at": "/n", "lacks": "a"}"#, #"{}"#, true),
        (#"{"at": "/n", "not": "a"}"#, #"{}"#, true), (#"{"at": "/n", "not": "a"}"#, #"{"n": "a"}"#, false),
        (#"{"at": "/n", "has": "o r"}"#, #"{"n": "no results"}"#, true),
        (#"{"at": "/n", "exists": true}"#, #"{"n": null}"#, false),
        (#"{"at": "/n", "exists": true}"#, #"{"n": 0}"#, true),
        (#"{"at": "/n", "exists": false}"#, #"{"n": ""}"#, true),
        (#"[{"at": "/n", "is": 0}, {"at": "/m", "is": "x"}]"#, #"{"n": 0, "m": "x"}"#, true),
        (#"[{"at": "/n", "is": 0}, {"at": "/m", "is": "x"}]"#, #"{"n": 0, "m": "y"}"#, false),
    ]

    @Test("an answer without its list is empty if it meets the conditions of \"none\"", arguments: cases)
    func none(condition: String, body: String, isMet: Bool) throws {
        #expect(try self.isMet(condition, by: body) == isMet)
    }

    @Test(
        "a condition has exactly one test",
        arguments: [#"{"at": "/n", "is": 1, "has": "x"}"#, #"{"at": "/n", "has": "x", "exists": true}"#])
    func ambiguous(condition: String) {
        let fault = SmallDefinition.fault(
            SmallDefinition.text("\"total\":", "\"none\": \(condition), \"total\":"))
        #expect(fault?.contains("exactly one of \"is\", \"not\", \"has\", \"lacks\" and \"exists\"") == true)
    }
}
