import ForageCore
import Platform
import TestPlaces

/// Random items with all kinds of fields, the same for the same seed.
struct RandomItem {
    private var luck: SeededNumbers

    init(seed: UInt64) { luck = SeededNumbers(seed: seed) }

    mutating func next() -> Item? {
        let draft = draft()
        let credit = Attribution(
            title: text(), page: address(), source: link(),
            creator: Known(maybe { Creator(name: $0.text(), url: $0.maybe { $0.address() }) } ?? nil),
            licence: Known(
                maybe { Licence(id: $0.text(), name: $0.text(), url: $0.maybe { $0.address() }) }),
            serviceLine: maybe { $0.link() })
        return Item(draft, credit: credit, from: "gallery")
    }

    private mutating func draft() -> Draft {
        var draft = Draft(
            localID: text() + "1", kind: Kind.allCases.randomElement(using: &luck) ?? .photo,
            title: "A" + text(), page: address())
        draft.summary = maybe { $0.text() }
        draft.catalogue = maybe { _ in "flickr" }
        draft.collection = maybe { $0.text() }
        draft.tags = (0..<count()).map { _ in text() }
        draft.renditions = (0..<count()).map { _ in rendition() }
        draft.publishedAt = maybe { Date(timeIntervalSinceReferenceDate: $0.number(1e10)) }
        draft.duration = maybe { .nanoseconds(Int64($0.number(1e15))) + .milliseconds(1) / 3 }
        draft.place =
            maybe {
                Place(
                    name: $0.maybe { $0.text() }, latitude: $0.number(90), longitude: $0.number(180))
            } ?? nil
        draft.camera =
            maybe {
                Camera(
                    name: $0.maybe { $0.text() }, exposure: $0.maybe { $0.text() },
                    aperture: $0.maybe { $0.text() }, focalLength: $0.maybe { $0.text() },
                    iso: $0.maybe { $0.count() })
            } ?? nil
        draft.isMature = maybe { _ in [true, false].randomElement() } ?? nil
        draft.altText = maybe { _ in "An owl on a branch" } ?? nil
        draft.blurHash = maybe { _ in BlurHash("LHF5?xYk^6#M@-5c,1J5@[or[Q6.") } ?? nil
        draft.downloadNotice = maybe { $0.address() }
        return draft
    }

    private mutating func rendition() -> Rendition {
        var rendition = Rendition(
            Rendition.Role.allCases.randomElement(using: &luck) ?? .full, at: address(),
            mediaType: maybe { $0.text() },
            size: maybe { PixelSize(width: $0.count() + 1, height: $0.count() + 1) } ?? nil,
            template: maybe { _ in URLTemplate("https://images.example/{width}/owl?dpr={dpr}") } ?? nil)
        if rendition.size != nil, Bool.random(using: &luck) { rendition.sizeSource = .measured }
        return rendition
    }

    private mutating func maybe<Value>(_ make: (inout RandomItem) -> Value) -> Value? {
        Bool.random(using: &luck) ? make(&self) : nil
    }

    private mutating func count() -> Int { Int.random(in: 0...3, using: &luck) }

    private mutating func number(_ greatest: Double) -> Double {
        Double.random(in: -greatest...greatest, using: &luck)
    }

    private mutating func link() -> NamedLink { NamedLink(text(), address()) }

    private mutating func address() -> WebURL {
        WebURL("https://gallery.example/\(luck.next())?q=\(luck.next())#\(text())")
            ?? "https://gallery.example"
    }

    private mutating func text() -> String {
        let pieces = [
            "", "owl", "\"", "\\", "/", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "\r\n",
            "e\u{301}", "é", "🦉", "👩🏽‍🚀", "フクロウ", "นกฮูก", "\u{202E}", "\u{FFFD}", "{", "]", ":", ",", " ",
            "null",
        ]
        return (0...count()).map { _ in pieces.randomElement(using: &luck) ?? "" }.joined()
    }
}
