import ForageCore
import Foundation
import TestWording
import Testing
import Unsplash

@Suite("Unsplash's broken answers")
struct DamageTests {
    private let provider = UnsplashProvider()

    @Test(
        "one invalid photo among thirty is left out",
        arguments: ["{}", "7", "null", #"{"id":"b","urls":{}}"#])
    func oneAmongThirty(broken: String) throws {
        let whole = String(decoding: try Sample.body("photo"), as: UTF8.self)
        var records = (1...29).map { whole.replacingOccurrences(of: "Kf3_-aOwl03", with: "p\($0)") }
        records.insert(broken, at: 12)
        let body = #"{"total":30,"total_pages":1,"results":[\#(records.joined(separator: ","))]}"#
        let page = try provider.page(of: Array(body.utf8), for: Sample.search())
        #expect(page.drafts.count == 29)
        #expect(page.drift.map(\.count) == [1])
        #expect(page.drift.map(\.total) == [30])
    }

    @Test("a value of a wrong type is left out, and counted if a photo requires it")
    func wrongTypes() throws {
        let page = try provider.page("wrong-types", for: Sample.search())
        let small = "thumbnail 200×133, small 400×267, regular 1080×720, full 6000×4000, original 6000×4000"
        #expect(
            page.drafts.map(\.line) == [
                "oddOwl-0001 | Untitled photo | unsplash | \(small)",
                "oddOwl-0005 | Photo by quiet one | quiet one | unsplash | thumbnail, small, regular, full, original",
            ])
        #expect(page.total == 7)
        #expect(
            page.drift.map(\.description) == [
                Wording.Answers.changed("/results/*/alt_description", 1, of: 9),
                Wording.Answers.changed("/results/*/description", 1, of: 9),
                Wording.Answers.changed("/results/*/id", 5, of: 9),
                Wording.Answers.changed("/results/*/urls", 2, of: 9),
                Wording.Answers.changed("/results/*/user/first_name", 1, of: 9),
                Wording.Answers.changed("/results/*/user/last_name", 1, of: 9),
                Wording.Answers.changed("/results/*/user/links", 1, of: 9),
            ])
    }

    @Test("the complete photos of a truncated body are read, and the position of its end is reported")
    func cutOff() throws {
        let page = try provider.page("cut-off", for: Sample.search())
        #expect(page.drafts.map(\.localID) == ["Kf3_-aOwl01", "Kf3_-aOwl02"])
        #expect(page.drift.isEmpty)
        #expect(try #require(page.damage).hasPrefix(Wording.Answers.endsEarly))
    }

    @Test("a body of another type is named", arguments: [Sample.browse, Sample.details])
    func notJSON(request: ProviderRequest) {
        let fault = #expect(throws: ProviderError.self) { try provider.page("sorry.html", for: request) }
        #expect(fault?.description.hasPrefix(Wording.Answers.notJSON("a web page")) == true)
    }

    @Test(
        "JSON of another form is drift, not an empty answer",
        arguments: [
            #"{"errors":["busy"]}"#, #"{"results":{}}"#, "{}",
        ])
    func foreign(json: String) {
        #expect(throws: ProviderError.drift([Drift(path: "/results", count: 1, total: 1)])) {
            try provider.page(of: Array(json.utf8), for: Sample.search())
        }
        #expect(throws: ProviderError.self) { try provider.page(of: Array(json.utf8), for: Sample.browse) }
        #expect(throws: ProviderError.self) { try provider.page(of: Array(json.utf8), for: Sample.details) }
    }

    @Test("hostile text stays text, hostile addresses are left out, and the key is sent only to Unsplash")
    func hostile() throws {
        let drafts = try provider.page("hostile", for: Sample.search()).drafts
        #expect(drafts.count == 3)
        #expect(drafts[1].renditions.map(\.role) == [.original])
        #expect(drafts[2].title.count == 9_999)
        #expect(drafts[2].tags.count == 30)
        for draft in drafts {
            let credit = provider.attribution(for: draft)
            #expect(!credit.html.contains("<script") && !credit.html.contains("javascript:"))
            let item = try #require(Item(draft, credit: credit, from: "unsplash"))
            for request in [ProviderRequest.details(item.id), .download(item)] {
                let url = try #require(try provider.endpoint(for: request).openAddress)
                #expect(url.text.hasPrefix("https://api.unsplash.com/photos/") && !url.text.contains("/../"))
            }
        }
    }
}
