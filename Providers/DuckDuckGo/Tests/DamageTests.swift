import DuckDuckGo
import ForageCore
import TestWording
import Testing

@Suite("DuckDuckGo's broken answers")
struct DamageTests {
    private let provider = DuckDuckGoProvider()

    @Test("the complete items of a truncated body are read, and the position of its end is reported")
    func cutOff() throws {
        let page = try provider.page("cut-off")
        #expect(page.drafts.map(\.title) == ["Barn owl", "Owls"])
        #expect(page.drift.isEmpty)
        #expect(try #require(page.damage).hasPrefix("\(Wording.Answers.endsEarly) Line 1, column 1"))
    }

    @Test(
        "a body truncated at any byte has only items of the complete body",
        arguments: ["article", "disambiguation"])
    func cutAnywhere(name: String) throws {
        let body = try Sample.body(name)
        let whole = try provider.page(name).drafts
        var pageCount = 0
        for length in stride(from: 1, to: body.count - 2, by: 7) {
            do throws(ProviderError) {
                let page = try provider.decode(
                    Response(body: Array(body[..<length]), completeness: .cutOff), for: request)
                guard case .page(let page) = page else { continue }
                #expect(page.drafts.allSatisfy { draft in whole.contains { $0.line.hasPrefix(draft.line) } })
                #expect(page.damage != nil)
                #expect(page.drift.isEmpty)
                pageCount += 1
            } catch {
                #expect(error.description.hasPrefix(Wording.Answers.endsEarly))
            }
        }
        #expect(pageCount > 0)
    }

    @Test("an invalid byte replaces one letter")
    func badByte() throws {
        let page = try provider.page("bad-byte")
        #expect(page.drafts.count == 5)
        #expect(page.drafts.first?.summary?.contains("open \u{FFFD} land") == true)
        #expect(try #require(page.damage).hasPrefix("\(Wording.Answers.damaged) Line 1, column "))
    }

    @Test(
        "a body of another type is named",
        arguments: [("challenge.html", "a web page"), ("jsonp.txt", "JSONP")])
    func notJSON(file: String, name: String) throws {
        let fault = #expect(throws: ProviderError.self) { try provider.page(file) }
        #expect(try #require(fault).description.hasPrefix(Wording.Answers.notJSON(name)))
    }

    @Test(
        "JSON of another form is drift, not an empty answer", arguments: ["{}", "[]", "{\"error\":\"busy\"}"])
    func foreign(json: String) throws {
        let lacking = ["/Answer", "/Definition", "/RelatedTopics"].map { Drift(path: $0, count: 1, total: 1) }
        #expect(throws: ProviderError.drift(lacking)) {
            try provider.page(of: Array(json.utf8), for: Sample.search("owl"))
        }
    }

    @Test("a value of a wrong type is left out, and counted if an item requires it")
    func wrongTypes() throws {
        let page = try provider.page("wrong-types")
        #expect(
            page.drafts.map(\.line) == [
                "answer | owl | An abstract of which nothing else is right. | https://duckduckgo.com/?q=owl",
                "topic | Owl, a bird | https://duckduckgo.com/Owl",
                "topic | Tawny owl | Tawny owl hoots | https://duckduckgo.com/Tawny_owl",
            ])
        #expect(
            page.drift.map(\.description) == [
                Wording.Answers.changed("/AbstractSource", 1, of: 1),
                Wording.Answers.changed("/AbstractURL", 1, of: 1),
                Wording.Answers.changed("/Answer", 1, of: 1),
                Wording.Answers.changed("/Definition", 1, of: 1),
                Wording.Answers.changed("/Heading", 1, of: 1), Wording.Answers.changed("/Image", 1, of: 1),
                Wording.Answers.changed("/ImageHeight", 1, of: 1),
                Wording.Answers.changed("/RelatedTopics/*/FirstURL", 1, of: 8),
                Wording.Answers.changed("/RelatedTopics/*/Icon", 1, of: 8),
                Wording.Answers.changed("/RelatedTopics/*/Name", 1, of: 8),
                Wording.Answers.changed("/RelatedTopics/*/Text", 4, of: 8),
                Wording.Answers.changed("/RelatedTopics/*/Topics", 1, of: 8),
                Wording.Answers.changed("/RelatedTopics/*/Topics/*/Icon", 1, of: 1),
                Wording.Answers.changed("/RelatedTopics/*/Topics/*/Text", 1, of: 1),
                Wording.Answers.changed("/Results", 1, of: 1),
            ])
    }

    @Test("hostile text stays text, and hostile addresses are left out")
    func hostile() throws {
        let drafts = try provider.page("hostile").drafts
        #expect(
            drafts.map(\.page.text) == [
                "https://example.org/%22%3E%3Cscript%3E", "https://duckduckgo.com/x",
                "https://duckduckgo.com/long",
            ])
        #expect(drafts[1].title == "<script>alert(1)</script>")
        #expect(drafts[2].title.count == 9_999)
        #expect(drafts.allSatisfy { $0.renditions.isEmpty })
        for draft in drafts {
            #expect(!provider.attribution(for: draft).html.contains("<script"))
        }
    }

    private var request: ProviderRequest {
        get throws(ProviderError) {
            do { return try Sample.search("owl") } catch { throw .unreadable("\(error)") }
        }
    }
}
