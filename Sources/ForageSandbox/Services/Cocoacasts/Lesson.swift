/// The subject of an episode, with an item of the catalogue as its example.
struct Lesson {
    private let subject: CatalogueItem
    private let plan: Plan
    private let collection: String?

    /// A title and an excerpt, in which `{A}`, `{a}` and `{a Thing}` are replaced by the item's name with its article.
    private struct Plan {
        let title: String
        let excerpt: String
        let category: String
    }

    /// Returns the lessons about an item: a series for a general item, or else a single episode.
    static func lessons(about subject: CatalogueItem) -> [Lesson] {
        if subject.isGeneral {
            return series.map { plan in
                Lesson(
                    subject: subject, plan: plan, collection: filled("Building {a Thing} Tracker", subject))
            }
        }
        let plan = singles[Int(subject.title.stableHash % UInt64(singles.count))]
        return [Lesson(subject: subject, plan: plan, collection: nil)]
    }

    private static let series = [
        Plan(
            title: "Setting Up the Project",
            excerpt: "In this series we build an app that follows {a} on a map. We start with **an empty "
                + "project** and end with a [first view](https://developer.example/views).",
            category: "User Interface"),
        Plan(
            title: "Fetching {a Thing} From the Network",
            excerpt: "Somewhere a server knows {a}. We ask it with `URLSession`, read its answer with "
                + "`Codable` and wonder *what could go wrong*.",
            category: "Networking"),
        Plan(
            title: "Saving {a Thing} With Core Data",
            excerpt:
                "{A} that was seen once should stay. `NSManagedObject` keeps it, **migrations** and all.",
            category: "Core Data"),
    ]

    private static let singles = [
        Plan(
            title: "Drawing {a Thing} With Core Graphics",
            excerpt: "A few *paths* and two colors make {a}. No image is needed.", category: "User Interface"),
        Plan(
            title: "Modeling {a Thing} With Value Types",
            excerpt:
                "Is {a} a `struct` or a `class`? We try both, and [measure](https://developer.example/copies).",
            category: "Swift"),
        Plan(
            title: "Testing {a Thing} View Model",
            excerpt: "A view model that shows {a} has no view, which is **why we can test it**.",
            category: "Testing"),
        Plan(
            title: "Coordinating {a Thing}",
            excerpt: "Who decides that {a} comes next? _Not the view controller._", category: "Architecture"),
    ]

    func episode(number: Int, place: Int) -> PlayedEpisode {
        let excerpt = Self.filled(plan.excerpt, subject)
        let words = subject.sentences.first ?? ""
        let chance = excerpt.stableHash
        return PlayedEpisode(
            number: number, title: Self.filled(plan.title, subject), collection: collection,
            category: plan.category, excerpt: "\(excerpt)\n\n> \(words)",
            plainExcerpt: "\(Self.withoutMarks(excerpt)) \(words)", author: subject.person,
            seconds: 180 + Int(chance % 900), isForSubscribers: collection != nil && chance % 3 > 0,
            published: CalendarDay(number: 18_600 - place * 3))
    }

    private static func filled(_ pattern: String, _ subject: CatalogueItem) -> String {
        let words = subject.title.split(separator: " ")
        let name = words.map { String($0).capitalisedFirst }.joined(separator: " ")
        let startsWithVowel = name.lowercased().first.map { "aeiou".contains($0) } ?? false
        let article = startsWithVowel ? "an" : "a"
        let phrases = [
            "A": "\(article.capitalisedFirst) \(name.lowercased())", "a": "\(article) \(name.lowercased())",
            "a Thing": "\(article) \(name)",
        ]
        return pattern.split(separator: "{", omittingEmptySubsequences: false).reduce(into: "") {
            text, part in
            let slot = part.prefix { $0 != "}" }
            text += phrases[String(slot)].map { $0 + part.dropFirst(slot.count + 1) } ?? String(part)
        }
    }

    /// Removes the marks. The patterns contain no other characters that resemble marks.
    private static func withoutMarks(_ markdown: String) -> String {
        var text = ""
        var rest = markdown[...]
        while let sign = rest.popFirst() {
            if sign == "]" { rest = rest.drop { $0 != ")" }.dropFirst() }
            if !"*_`[]".contains(sign) { text.append(sign) }
        }
        return text
    }
}
