import ForageCore
import Platform
import TestWording
import Testing

/// Sample reports of searches.
enum Sample {
    static func item(
        _ local: String, title: String, kind: Kind = .photo, provider: ProviderID = "unsplash",
        page: WebURL = "https://unsplash.com/photos/fox", creator: Creator? = nil, licence: Licence? = nil,
        source: NamedLink = NamedLink("Unsplash", "https://unsplash.com/"), serviceLine: NamedLink? = nil,
        change: (inout Draft) -> Void = { _ in }
    ) throws -> Item {
        var draft = Draft(localID: local, kind: kind, title: title, page: page)
        change(&draft)
        let credit = Attribution(
            title: title, page: page, source: source, creator: Known(creator), licence: Known(licence),
            serviceLine: serviceLine)
        return try #require(Item(draft, credit: credit, from: provider))
    }

    /// An item with every field.
    static func photo() throws -> Item {
        try item(
            "Dwu85P9SOIk", title: "Red fox standing in the snow",
            page: "https://unsplash.com/photos/red-fox-Dwu85P9SOIk",
            creator: Creator(name: "Jonatan Pie", url: "https://unsplash.com/@r3dmax"),
            licence: Licence(
                id: "unsplash", name: "Unsplash License", url: "https://unsplash.com/license")
        ) { draft in
            draft.summary =
                "A red fox looks up from the snow, early in the morning, in the far north of Iceland."
            draft.renditions = [
                Rendition(
                    .thumbnail, at: "https://images.unsplash.com/fox?w=200", mediaType: "image/jpeg",
                    size: PixelSize(width: 200, height: 133)),
                Rendition(
                    .original, at: "https://images.unsplash.com/fox",
                    size: PixelSize(width: 6000, height: 4000),
                    template: URLTemplate("https://images.unsplash.com/fox?w={width}&dpr={dpr}")),
                Rendition(.icon, at: "https://images.unsplash.com/face"),
            ]
            draft.publishedAt = Date(timeIntervalSince1970: 1_700_000_000)
            draft.tags = ["fox", "snow"]
            draft.collection = "Animals of the north"
            draft.duration = .seconds(245)
            draft.place = Place(name: "Hornstrandir", latitude: 66.4, longitude: -22.5)
            draft.camera = Camera(
                name: "NIKON D810", exposure: "1/640", aperture: "4.0", focalLength: "300.0", iso: 200)
            draft.chapters = "https://images.unsplash.com/fox/chapters.json"
            draft.transcript = "https://images.unsplash.com/fox/transcript.vtt"
            draft.altText = "A fox asleep in the snow"
            draft.isMature = false
        }
    }

    static func answer() throws -> Item {
        try item(
            "red fox https://en.wikipedia.org/wiki/Red_fox", title: "Red fox", kind: .answer,
            provider: "duckduckgo", page: "https://en.wikipedia.org/wiki/Red_fox",
            licence: Licence(
                id: "cc-by-sa-3.0", name: "CC BY-SA 3.0",
                url: "https://creativecommons.org/licenses/by-sa/3.0/"),
            source: NamedLink("Wikipedia", "https://en.wikipedia.org/"), serviceLine: duckDuckGoLine
        ) { draft in
            draft.summary = """
                The red fox is the largest of the true foxes and one of the most widely distributed members of \
                the order Carnivora, being present across the entire Northern Hemisphere.
                """
        }
    }

    /// An item with only the required fields.
    static func topic() throws -> Item {
        try item(
            "fox 狐", title: "狐 (キツネ) の民話", kind: .topic, provider: "duckduckgo",
            page: "https://duckduckgo.com/c/Kitsune",
            source: NamedLink("DuckDuckGo", "https://duckduckgo.com/"), serviceLine: duckDuckGoLine)
    }

    static let duckDuckGoLine = NamedLink(
        "Results from DuckDuckGo", "https://duckduckgo.com/?q=red%20fox")

    static func report(_ items: [Item]) throws -> Report {
        try Report(
            query: Query("red fox"), items: items,
            outcomes: [
                Outcome("duckduckgo", .answered(2), origin: .network, duration: .milliseconds(187)),
                Outcome(
                    "unsplash", .answered(1), origin: .cached(.seconds(95)),
                    notes: [.unsupported(.orientation)],
                    duration: .milliseconds(2)),
                Outcome(
                    "flickr",
                    .skipped("needs a key (set FLICKR_API_KEY; free at https://www.flickr.com/services/api/)")
                ),
                Outcome(
                    "pexels",
                    .throttled(until: Date(timeIntervalSince1970: 1_700_000_000), "200 requests an hour"),
                    duration: .milliseconds(91)),
                Outcome("pixabay", .timedOut("no answer within 5 s"), duration: .seconds(5)),
                Outcome(
                    "openverse", .drift("no result could be read"),
                    origin: .stale(.seconds(7300), Wording.Services.answered("503 Service Unavailable")),
                    notes: [.drift(Drift(path: "/results/*/url", count: 20, total: 20))],
                    duration: .milliseconds(412)),
            ],
            next: "v1.eyJkIjoyfQ", duration: .milliseconds(5012))
    }

    static func whole() throws -> Report {
        var report = try report([photo(), answer(), topic()])
        report.seeAlso = ["Arctic fox", "狐", "fennec \"-fox\""]
        return report
    }

    /// A photo from three sources: one has its own, one has it from the first.
    static func shared() throws -> Item {
        var item = try photo()
        let flickr = NamedLink("Flickr", "https://www.flickr.com/")
        item.sources += [
            source("flickr", "51", at: "https://www.flickr.com/photos/pie/51", flickr, licence: .cc0),
            source(
                "commons", "Fox.jpg", at: "https://commons.example/Fox.jpg",
                NamedLink("Commons", "https://commons.example/"), licence: .cc0),
            source("openverse", "0a", at: "https://openverse.example/0a", flickr, licence: nil),
        ]
        return item
    }

    private static func source(
        _ provider: ProviderID, _ local: String, at page: WebURL, _ link: NamedLink, licence: Licence?
    ) -> ItemSource {
        ItemSource(
            id: ItemID(provider: provider, local: local), pageURL: page,
            attribution: Attribution(
                title: "Fox in snow", page: page, source: link,
                creator: Known(Creator(name: "Jonatan P.")), licence: Known(licence)))
    }
}

extension Licence {
    fileprivate static let cc0 = Licence(id: "cc0-1.0", name: "CC0")
}
