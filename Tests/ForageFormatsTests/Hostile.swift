import ForageCore
import ForageFormats
import Platform
import Testing

/// Texts that try to be more than text.
enum Hostile {
    static let texts = [
        "<script>alert(1)</script>", "]]><!--", "=cmd|' /C calc'!A0", "\"quoted\", 'single', `tick`",
        "a\tb\r\nc\u{2028}d",
        "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{1B}]8;;https://evil.example\u{1B}\\x\u{1B}]8;;\u{1B}\\",
        "\u{9B}31m\u{90}q\u{9C}",
        "\u{202E}txt.exe\u{202C} \u{2067}x", "שלום עולם", "شروق الشمس",
        "e" + String(repeating: "\u{301}", count: 500),
        "日本語のとても長い題名がここにあります", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪", "\\u0041 \\n \\", "[a](javascript:alert(1)) *b* _c_ # d | e",
        "\0\u{7F}\u{FEFF}\u{E000}",
        "'", ",", ";", "\u{FFFD}", String(repeating: "long ", count: 2_000),
        String(repeating: "漢", count: 10_000),
    ]

    /// An item with the text in every field; nil if no item can have it.
    static func item(_ text: String) -> Item? {
        let page: WebURL = "https://example.org/a?b=c&d=%22"
        var draft = Draft(localID: text, kind: .photo, title: text, page: page)
        draft.summary = text
        draft.tags = [text, text]
        draft.collection = text
        draft.duration = .seconds(Int64.max)
        draft.publishedAt = Date(timeIntervalSince1970: 1e11)
        draft.place = Place(name: text)
        draft.camera = Camera(name: text, exposure: text, iso: Int.max)
        draft.renditions = [Rendition(.regular, at: page, mediaType: text), Rendition(.small, at: page)]
        let credit = Attribution(
            title: text, page: page, source: NamedLink(text, page), creator: Known(Creator(name: text)),
            licence: .known(Licence(id: text, name: text)), serviceLine: NamedLink(text, page))
        return Item(draft, credit: credit, from: "example")
    }

    static func report(_ items: [Item]) throws -> Report {
        var report = try Report(
            query: Query("fox"), items: items,
            outcomes: texts.map {
                Outcome(
                    "example", .throttled(until: Date(timeIntervalSince1970: -1e11), $0),
                    origin: .stale(.seconds(Int64.max), $0),
                    notes: [.incomplete($0), .drift(Drift(path: $0, count: .max, total: .min))],
                    duration: .seconds(Int64.max))
            }, next: nil, duration: .seconds(Int64.max))
        report.seeAlso = texts
        return report
    }

    static func items() -> [Item] { texts.compactMap(item) }
}
