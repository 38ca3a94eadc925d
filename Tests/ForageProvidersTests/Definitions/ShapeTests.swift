import ForageCore
import Testing

@testable import ForageProviders

@Suite("Declared shapes of records")
struct ShapeTests {
    private static func text(_ shape: String) -> String {
        SmallDefinition.text("\"samples\":", "\"shape\": {\(shape)},\n  \"samples\":")
    }

    @Test(
        "an invalid shape is refused, and so is a sample that does not match",
        arguments: [
            (#""by": "list""#, "\"by\" is not a path in an item, such as \"/tags/*/name\""),
            (#""": "list""#, "is not a path in an item"),
            (#""/by": "lists""#, "did you mean \"list\"?"),
            (##""#": "list""##, "is not a path in an item"),
            (###""##/by": "list""###, "is not a path in an item"),
            (##""#/by": "text""##, "in this answer, /by missing or changed in 1 of 1"),
            (#""/by": "text""#, "in this answer, /works/*/by missing or changed in 1 of 1"),
            (#""/by/*/name": "text or nothing", "/more": "flag""#, "in this answer, /works/*/more missing"),
        ])
    func refused(shape: String, sentence: String) throws {
        let fault = try #require(SmallDefinition.fault(Self.text(shape)))
        #expect(fault.hasPrefix("museum.json:") && fault.contains(sentence), "\(fault)")
    }

    @Test(
        "an answer with items that does not match is drift",
        arguments: [
            (#"{"works": [], "site": {}}"#, []), (#"{"works": [ITEM], "site": {"url": "x"}}"#, []),
            (#"{"works": [ITEM], "site": {"url": ["x"]}}"#, []), (#"{"works": [ITEM], "site": {}}"#, []),
            (#"{"works": [ITEM], "site": {"url": {}}}"#, ["/site/url"]),
            (#"{"works": [ITEM], "site": {"link": "x"}}"#, ["/site/url"]),
        ])
    func answer(body: String, paths: [String]) throws {
        let item = #"{"id": 7, "title": "Owl", "url": "https://museum.example/7"}"#
        let page = try page(##""#/site/url": "texts""##, body.replacing("ITEM", with: item))
        #expect(page.drift.map(\.path) == paths)
    }

    @Test(
        "a field that no item has is drift",
        arguments: [
            (#""by": ["A"]"#, []), (#""by": [], "wide": 3"#, []), (#""wide": 3"#, ["/works/*/by"]),
            (#""by": "A", "wide": "far""#, ["/works/*/by", "/works/*/wide"]),
        ])
    func drift(record: String, paths: [String]) throws {
        let body =
            "{\"works\": [{\"id\": 7, \"title\": \"Owl\", \"url\": \"https://museum.example/7\", \(record)}]}"
        let page = try page(
            #""/by": "list or nothing", "/by/*": "text", "/wide": "number or missing""#, body)
        #expect(page.drift.map(\.path) == paths)
        #expect(page.drafts.count == 1)
    }

    private func page(_ shape: String, _ body: String) throws -> Page {
        let definition = try SmallDefinition.definition(Self.text(shape))
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 5))
        return try plan.page(of: Response(body: Array(body.utf8)), for: request, of: definition.info)
    }
}
