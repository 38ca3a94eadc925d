import ForageCore
import Foundation
import Testing
import Unsplash

@Suite("Photos in answers of Unsplash")
struct DecodingTests {
    private let provider = UnsplashProvider()

    @Test("a search in today's form")
    func search() throws {
        let page = try provider.page("search", for: Sample.search())
        let sizes =
            "thumbnail 200×133, small 400×267, regular 1080×720, full 6000×4000, original 6000×4000"
        #expect(
            page.drafts.map(\.line) == [
                "Kf3_-aOwl01 | Evening round | brown owl in flight over a meadow | Ada Ashdown | unsplash | \(sizes)",
                "Kf3_-aOwl02 | white owl on a post | Bruno Brandt | unsplash | thumbnail 200×267, small 400×533, "
                    + "regular 1080×1440, full 3024×4032, original 3024×4032",
                "Kf3_-aOwl03 | Photo by Ada Ashdown | Ada Ashdown | unsplash | thumbnail 200×200, small 400×400, "
                    + "regular 900×900, full 900×900, original 900×900",
                "Kf3_-aOwl04 | Barn at night | barn owl leaving a barn | The Studio | unsplash-plus | "
                    + "thumbnail 200×133, small 400×267, regular 1080×720, full 5000×3333, original 5000×3333",
                "Kf3_-aOwl05 | Socks with owls | a pair of socks | Sock Shop | unsplash | "
                    + "thumbnail 200×133, small 400×267, regular 1080×720, full 4200×2800, original 4200×2800",
            ])
        #expect(page == Page(drafts: page.drafts, next: "2", total: 41))
        #expect(page.drafts[0].tags == ["owl", "dusk"])
        #expect(
            page.drafts[0].page == "https://unsplash.com/photos/brown-owl-in-flight-over-a-meadow-Kf3_-aOwl01"
        )
        #expect(page.drafts[0].publishedAt == Date(timeIntervalSince1970: 1_620_153_130))
        #expect(page.drafts[0].blurHash?.description == "L9AB*A%LPqys8_H=yDR5nMMeVXR5")
        #expect(page.drafts[0].altText == "brown owl in flight over a meadow")
    }

    @Test("an invisible description is no description")
    func invisibleTitle() throws {
        let body = String(decoding: try Sample.body("search"), as: UTF8.self)
            .replacing("Evening round", with: "\u{200B}\u{AD}")
        let page = try provider.page(of: Array(body.utf8), for: Sample.search())
        #expect(page.drafts.first?.title == "brown owl in flight over a meadow")
    }

    @Test("addresses of files keep the parameters that count views")
    func addresses() throws {
        let draft = try #require(try provider.page("search", for: Sample.search()).drafts.first)
        #expect(draft.renditions.allSatisfy { $0.url.text.contains("ixid=M3w5OTk5") })
        let origins = provider.info.terms.pictureOrigins.map(\.origin)
        #expect(draft.renditions.allSatisfy { origins.contains($0.url.origin) })
        #expect(
            draft.downloadNotice?.text.hasSuffix(
                "/photos/Kf3_-aOwl01/download?ixid=M3w5OTk5fDB8MXxzZWFyY2h8MXx8b3dsfGVufDB8fHx8MTcwMA")
                == true)
    }

    @Test("the original is available in any size, with the parameters that count views")
    func template() throws {
        let files = try #require(try provider.page("search", for: Sample.search()).drafts.first).renditions
        #expect(files.map { $0.template == nil } == [true, true, true, true, false])
        #expect(
            files.last?.template?.url(width: 320, pixelRatio: 2)?.text
                == "https://images.unsplash.com/photo-1611111111111-0a1b2c3d?ixid=M3w5OTk5fDB8MXxzZWFyY2h8MXx8b3dsfGVufDB8fHx8MTcwMA"
                + "&ixlib=rb-4.0.3&w=320&dpr=2.0&fit=max&auto=format")
    }

    @Test("a list in the form of 2019: times with an offset, no description of the picture")
    func list2019() throws {
        let page = try provider.page("list-2019", for: Sample.browse)
        #expect(
            page.drafts.map(\.title) == ["Photo by Greta Dahl", "Harbour, early\nmorning", "Photo by Ines"])
        #expect(page.drafts[0].publishedAt == Date(timeIntervalSince1970: 1_551_543_822))
        #expect(page.drift.map(\.path) == ["/*/alt_description"])
    }

    @Test("a list in the form of 2015: no sizes, no photographer, three files")
    func list2015() throws {
        let page = try provider.page("list-2015", for: Sample.browse)
        #expect(
            page.drafts.map(\.line) == [
                "lantern2015 | Untitled photo | unsplash | thumbnail, small, regular",
                "lantern2016 | Untitled photo | unsplash | thumbnail 200×100, small 400×200, regular 1080×540",
                "lantern2017 | Photo by Tomas Varga | Tomas Varga | unsplash | thumbnail, small, regular",
            ])
        #expect(page.drafts.map(\.page.text).last == "https://unsplash.com/photos/lantern2017")
        #expect(page.drafts[2].creator?.url == "https://unsplash.com/@tomas.v")
        let later = [
            "alt_description", "created_at", "description", "links/download_location", "urls/full",
            "urls/raw", "user/links",
        ]
        #expect(page.drift.map(\.path) == later.map { "/*/\($0)" })
    }

    @Test("all fields of one photo")
    func details() throws {
        let draft = try #require(try provider.page("details", for: Sample.details).drafts.first)
        #expect(draft.place == Place(name: "Fennmere, Salt Country", latitude: 52.25, longitude: -1.5))
        #expect(
            draft.camera
                == Camera(
                    name: "Kestrel, K-7 Mark II", exposure: "1/640", aperture: "5.6", focalLength: "300.0",
                    iso: 800))
        #expect(draft.tags == ["owl", "dusk"])
    }

    @Test("null fields of a photo are unknown, and a location at zero degrees is left out")
    func nulls() throws {
        let draft = try #require(try provider.page("details-nulls", for: Sample.details).drafts.first)
        #expect(
            draft.line
                == "Kf3_-aOwl03 | Untitled photo | unsplash | thumbnail, small, regular, full, original")
        #expect(draft.place == nil && draft.camera == nil && draft.creator == nil)
    }

    @Test("an older photo: maker and model, numbers in quotes, an impossible location")
    func details2019() throws {
        let draft = try #require(try provider.page("details-2019", for: Sample.details).drafts.first)
        #expect(
            draft.camera
                == Camera(name: "Heron H2", exposure: "0.002", aperture: "8", focalLength: "24.0", iso: 200))
        #expect(draft.place == Place(name: "Selness"))
        #expect(draft.tags == ["pier", "sea"])
        #expect(draft.summary == "wooden pier by day")
    }

    @Test(
        "a location has its name, or its town and country",
        arguments: [
            (#"{"name":"Here","city":"A","country":"B"}"#, "Here"), (#"{"city":"A","country":"B"}"#, "A, B"),
            (#"{"name":null,"city":null,"country":"B"}"#, "B"), (#"{"name":""}"#, nil), ("7", nil),
        ] as [(String, String?)])
    func place(location: String, name: String?) throws {
        let body = #"{"id":"a","urls":{"thumb":"https://images.unsplash.com/a"},"location":\#(location)}"#
        #expect(
            try provider.page(of: Array(body.utf8), for: Sample.details).drafts.first?.place?.name == name)
    }

    @Test("no results are an empty page")
    func nothing() throws {
        #expect(try provider.page("nothing", for: Sample.search()) == Page(drafts: [], total: 0))
        #expect(try provider.page(of: Array("[]".utf8), for: Sample.browse) == Page(drafts: []))
    }

    @Test("permission to download a photo is the address of its file")
    func download() throws {
        let page = try provider.page("download", for: .download(try provider.owl()))
        let draft = try #require(page.drafts.first)
        #expect(draft.localID == "Kf3_-aOwl01" && draft.title == "Evening round")
        #expect(draft.renditions.map(\.role) == [.original])
        #expect(
            draft.renditions[0].url.text.hasPrefix(
                "https://images.unsplash.com/photo-1611111111111-0a1b2c3d?ixid="))
        #expect(provider.attribution(for: draft).creator.fact?.name == "Ada Ashdown")
    }
}
