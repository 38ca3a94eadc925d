import ForageCore
import JSON
import TestPlaces
import Testing

@testable import ForageProviders

@Suite("Corrections of definitions")
struct MendTests {
    private func mend(
        _ text: String, reading body: String, to kind: DefinitionMend.Kind? = nil
    ) throws(DefinitionMend.Failure) -> DefinitionMend {
        try DefinitionMend(
            Array(text.utf8), at: "museum.json", reading: Response(body: Array(body.utf8)), to: kind)
    }

    private func failure(
        _ body: String, to kind: DefinitionMend.Kind? = nil, of text: String = SmallDefinition.text
    ) -> DefinitionMend.Failure? {
        do throws(DefinitionMend.Failure) {
            _ = try mend(text, reading: body, to: kind)
            return nil
        } catch {
            return error
        }
    }

    @Test("a renamed, a nested and a moved value get an alternative, and the version grows")
    func moved() throws {
        let mend = try mend(
            SmallDefinition.text,
            reading:
                #"{"count": 2, "works": [{"id": 9, "texts": {"title": "Snowy owl"}, "web_url": "https://museum.example/9", "by": []}, {"id": 10, "texts": {"title": "Little owl"}, "web_url": "https://museum.example/10"}]}"#
        )
        #expect(
            mend.moves == [.init(old: "/title", new: "/texts/title"), .init(old: "/url", new: "/web_url")])
        let root = try JSONDocument(mend.json).root
        #expect(root["item"]["title"]["first"].elements.map(\.string) == ["/texts/title", "/title"])
        #expect(root["about"]["version"].int == 2 && root["samples"].count == 3)
        #expect(SmallDefinition.fault(String(decoding: mend.json, as: UTF8.self)) == nil)
    }

    @Test("the total and the item of details are corrected, too")
    func others() throws {
        let total = try mend(
            SmallDefinition.text,
            reading:
                #"{"meta": {"count": 1}, "works": [{"id": 9, "title": "Snowy owl", "url": "https://museum.example/9"}]}"#
        )
        #expect(total.moves.contains(.init(old: "/count", new: "/meta/count")))
        let details = try mend(
            SmallDefinition.text,
            reading: #"{"id": 9, "name": {"title": "Snowy owl"}, "url": "https://museum.example/9"}"#,
            to: .details)
        #expect(details.moves == [.init(old: "/title", new: "/name/title")])
    }

    @Test("an answer that is read as it should be needs no correction")
    func unchanged() {
        let body =
            #"{"count": 1, "works": [{"id": 9, "title": "Snowy owl", "url": "https://museum.example/9"}]}"#
        #expect(failure(body) == .unchanged)
    }

    @Test("a value that could be in two places is not corrected")
    func ambiguous() {
        let body =
            #"{"count": 1, "works": [{"id": 9, "left": "A grey owl", "right": "A white owl", "url": "https://museum.example/9"}]}"#
        #expect(failure(body) == .noMoves)
    }

    @Test("a proposal after which a known item would differ is refused")
    func different() {
        let body =
            #"{"count": 1, "works": [{"id": 7, "name": {"title": "Barn"}, "url": "https://museum.example/7"}]}"#
        guard case .wrong? = failure(body) else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test(
        "an answer without the items gives no proposal, wherever it is cut off",
        arguments: [
            "", "{}", "[]", "null", "<html>", #"{"error": "no"}"#,
        ])
    func nothing(body: String) {
        #expect(failure(body) == .noItems)
    }

    @Test("an answer that is cut off at any byte does no harm")
    func cut() {
        let body =
            #"{"count": 1, "works": [{"id": 9, "texts": {"title": "Snowy owl"}, "web_url": "https://museum.example/9"}]}"#
        for length in body.utf8.indices {
            _ = failure(String(decoding: Array(body.utf8[..<length]), as: UTF8.self))
        }
    }

    @Test("a definition that is refused, or has no such sample, is not corrected")
    func refused() {
        guard case .refused? = failure("{}", of: SmallDefinition.text("/title", "/titel")) else {
            Issue.record("it was corrected")
            return
        }
        #expect(failure("{}", to: .browse) == .noSample)
    }

    @Test("of seeded changes of the shipped samples, most are corrected, and none wrongly")
    func campaign() throws {
        var (right, wrong, none) = (0, [String](), 0)
        let count = 300
        var seed = 0
        while right + wrong.count + none < count, seed < 10 * count {
            defer { seed += 1 }
            guard let change = try ShapeChange(seed: seed) else { continue }
            let mend = try? DefinitionMend(
                change.definition, at: "\(change.name).json", reading: Response(body: change.answer), to: nil)
            if let mend, try change.expected == change.items(with: mend.json) {
                right += 1
            } else if let mend {
                wrong.append("\(change.name) \(change.words): \(mend.moves)")
            } else {
                none += 1
            }
        }
        print("mend: \(right) right, \(wrong.count) wrong, \(none) not proposed, of \(count)")
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(right * 100 >= count * 60)
    }
}
