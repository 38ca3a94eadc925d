import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("Samples of a definition")
struct ProofTests {
    private static let gaps: [(edits: [(String, String)], fault: String)] = [
        (
            [(",\n\(SmallDefinition.sampleOfDetails)", "")],
            "16:14: \(Wording.Definitions.unchecked("details")): add one with \"request\": {\"details\": \"an ID\"} and the item in"
        ),
        (
            [
                (
                    "\"details\": {",
                    "\"browse\": {\"url\": \"https://api.museum.example/new?p={page}\"}, \"details\": {"
                )
            ],
            "16:13: \(Wording.Definitions.unchecked("browse")): add one with \"request\": {\"browse\": \"latest\"} and the items"
        ),
        (
            [("\"total\":", "\"none\": \"/nothing\", \"total\":")],
            "19:11: \(Wording.Definitions.unchecked("none")): add one that found nothing, with an answer without the list"
        ),
        (
            [("\"record\": \"\"", "\"record\": \"\", \"none\": \"/gone\"")],
            "16:85: \(Wording.Definitions.unchecked("details.none")): add one with \"request\": {\"details\": \"an ID\"} for an ID"
        ),
        (
            [("\"total\":", "\"failure\": \"/error\", \"total\":")],
            "19:14: \(Wording.Definitions.unchecked("failure")): add one of a refusal, with \"failure\": "
        ),
        (
            [("\"record\": \"\"", "\"record\": \"/wrok\"")],
            "16:73: \(Wording.Definitions.leadsNowhere("/wrok")) in sample 2"
        ),
    ]

    @Test("a part that no sample shows is reported with its position", arguments: gaps)
    func gap(edits: [(String, String)], fault: String) throws {
        let text = edits.reduce(SmallDefinition.text) { text, edit in Self.edited(text, edit) }
        let found = try #require(SmallDefinition.fault(text))
        #expect(found.hasPrefix("museum.json:\(fault)"), "\(found)")
    }

    @Test("a sample with \"none\" instead of the list confirms that place")
    func none() throws {
        let text = Self.with("\"none\": \"/nothing\", ", sample: Self.sample(#"{"nothing": true}"#))
        #expect(SmallDefinition.fault(text) == nil)
        let other = Self.with("\"none\": \"/nothing\", ", sample: Self.sample(#"{"nought": true}"#))
        #expect(SmallDefinition.fault(other)?.contains(Wording.Definitions.unreadableAnswer) == true)
    }

    @Test("a missing item in a details answer is drift, unless \"none\" says otherwise")
    func recordGone() throws {
        let none = Self.with("\"none\": \"/nothing\", ", sample: Self.sample(#"{"nothing": true}"#))
        for (text, body) in [
            (SmallDefinition.text("\"record\": \"\"", "\"record\": \"/work\""), "{}"),
            (SmallDefinition.text("\"record\": \"\"", "\"record\": \"/work\""), #"{"work": null}"#),
            (none.replacing(", \"record\": \"\"", with: ""), #"{"nothing": true}"#),
        ] {
            let definition = try SmallDefinition.definition(text)
            let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
            let request = ProviderRequest.details(ItemID(provider: "museum", local: "7"))
            let fault = #expect(throws: ProviderError.self) {
                try plan.page(of: Response(body: Array(body.utf8)), for: request, of: definition.info)
            }
            #expect(fault?.description.contains("missing or changed in 1 of 1") == true)
        }
    }

    @Test("an item that no longer exists is nothing if the service says so, and not drift")
    func toldGone() throws {
        let sample = #"{"request": {"details": "9"}, "body": {"gone": true}, "items": []}"#
        let text = SmallDefinition.text("\"record\": \"\"", "\"record\": \"\", \"none\": \"/gone\"")
            .replacing(
                SmallDefinition.sampleOfDetails, with: SmallDefinition.sampleOfDetails + ",\n" + sample)
        #expect(SmallDefinition.fault(text) == nil)
    }

    @Test("an empty list does not confirm the place of \"none\" in a details answer")
    func emptyDetails() throws {
        let sample = #"{"request": {"details": "9"}, "body": {"works": []}, "items": []}"#
        let text = SmallDefinition.text("\"record\": \"\"", "\"none\": \"/gone\"")
            .replacing(
                SmallDefinition.sampleOfDetails, with: SmallDefinition.sampleOfDetails + ",\n" + sample
            )
            .replacing(
                #""body": {"id": 7, "title": "Owl", "url": "https://museum.example/7"}"#,
                with: #""body": {"works": [{"id": 7, "title": "Owl", "url": "https://museum.example/7"}]}"#)
        #expect(
            SmallDefinition.fault(text)?.contains(Wording.Definitions.unchecked("details.none")) == true,
            "\(SmallDefinition.fault(text) ?? "")")
    }

    @Test("an item with another id than requested confirms nothing")
    func otherID() {
        let text = SmallDefinition.text(#""request": {"details": "7"}"#, #""request": {"details": "8"}"#)
        #expect(SmallDefinition.fault(text)?.contains("an item can be looked up only by its own ID") == true)
    }

    @Test("a deeply nested value is read once", .timeLimit(.minutes(1)))
    func nested() throws {
        let title = (0..<50).reduce("\"/name\"") { value, _ in "{\"first\": [\(value)]}" }
        let fault = SmallDefinition.fault(
            SmallDefinition.text("\"title\": \"/title\"", "\"title\": \(title)"))
        #expect(fault?.contains("has no \"title\"") == true, "\(fault ?? "")")
    }

    private static let failures: [(part: String, sample: String, fault: String?)] = [
        (#""/error""#, sample(#"{"error": "Closed"}"#, #""failure": "Closed""#), nil),
        (
            #""/error""#, sample(#"{"error": "Closed"}"#, #""failure": "Shut""#),
            Wording.Settings.expected(#""Shut" for "failure""#, found: #""Closed""#)
        ),
        (
            #"{"first": ["/error", "/why"]}"#, sample(#"{"error": "Closed"}"#, #""failure": "Closed""#),
            "19:35: \(Wording.Definitions.leadsNowhere("/why")) in any of the samples"
        ),
        (
            #""/error""#, sample(#"{"works": []}"#, #""failure": "Closed""#),
            Wording.Settings.expected(#""Closed" for "failure""#, found: "nothing")
        ),
        (
            #""/error""#,
            sample(#"{"error": "Closed"}"#, #""failure": "Closed""#).replacing("[]", with: "[\(item)]"),
            "a sample of a failure must have no items"
        ),
    ]

    private static let item = #"{"id": "7", "title": "Owl", "page": "https://museum.example/7"}"#

    @Test("a failing sample confirms the place of the message", arguments: failures)
    func failure(part: String, sample: String, fault: String?) throws {
        let found = SmallDefinition.fault(Self.with("\"failure\": \(part), ", sample: sample))
        #expect(fault.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "")")
    }

    @Test(
        "the message is read in answers of up to 1 MiB",
        arguments: [(100_000, true), (1 << 20, false)])
    func longFailure(length: Int, isRead: Bool) throws {
        let text = Self.with(
            "\"failure\": \"/error\", ",
            sample: Self.sample(#"{"error": "Closed"}"#, #""failure": "Closed""#))
        let plan = try SmallDefinition.definition(text).checkedPlan()
        let filler = String(repeating: "a", count: length)
        let body = "{\"filler\": \"\(filler)\", \"error\": \"Closed\"}"
        #expect((plan.words(in: Response(body: Array(body.utf8))) == "Closed") == isRead)
    }

    @Test("a definition without proof can be tried out, but not one that is wrong elsewhere")
    func unfinished() throws {
        for (old, new, isUsable) in [
            ("\"title\": \"Owl\", \"page\"", "\"title\": \"Hawk\", \"page\"", true),
            ("\"samples\": [", "\"samples\": [7], \"shape\": {\"/more\": \"text\"}}\n//", false),
            ("\"/title\"", "\"title\"", false),
        ] {
            let definition = try? SmallDefinition.definition(SmallDefinition.text(old, new))
            #expect((definition.map(DefinedProvider.init)?.unfinished != nil) == isUsable)
        }
        let samples = SmallDefinition.text.split(separator: ",\n  \"samples\"")[0] + "}"
        let provider = try #require(
            DefinedProvider(try SmallDefinition.definition(String(samples))).unfinished)
        let body = #"{"works": [{"id": 7, "title": "Owl", "url": "https://museum.example/7"}]}"#
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 5))
        guard case .page(let page) = try provider.decode(Response(body: Array(body.utf8)), for: request)
        else {
            return
        }
        let items = SampleItems.json(page.drafts)
        #expect(String(decoding: items, as: UTF8.self).contains("\"title\": \"Owl\""))
    }

    @Test("a failing sample requires a place for the message")
    func unplaced() {
        let text = Self.with("", sample: Self.sample(#"{"error": "Closed"}"#, #""failure": "Closed""#))
        #expect(SmallDefinition.fault(text)?.contains("the definition has no \"failure\"") == true)
    }

    @Test("a failing sample is not used for conformance checks")
    func samples() throws {
        let text = Self.with(
            "\"failure\": \"/error\", ",
            sample: Self.sample(#"{"error": "Closed"}"#, #""failure": "Closed""#))
        #expect(try SmallDefinition.definition(text).samples().map(\.name) == ["sample 2", "sample 3"])
    }

    // MARK: - Definitions

    private static func sample(_ body: String, _ more: String? = nil) -> String {
        "{\"request\": {\"search\": \"none\"}, \"body\": \(body), \"items\": []\(more.map { ", \($0)" } ?? "")},"
    }

    /// The small definition with one more part, and one more sample at the front.
    private static func with(_ part: String, sample: String) -> String {
        [("\"total\":", part + "\"total\":"), ("\"samples\": [", "\"samples\": [" + sample)]
            .reduce(SmallDefinition.text) { text, edit in edited(text, edit) }
    }

    private static func edited(_ text: String, _ edit: (String, String)) -> String {
        text.split(separator: edit.0, maxSplits: 1, omittingEmptySubsequences: false).joined(
            separator: edit.1)
    }
}
