/// Generates the items of a catalogue. The same seed results in the same items.
struct CatalogueGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func items() -> [CatalogueItem] {
        var items: [CatalogueItem] = []
        for category in Category.all {
            for name in names(in: category) { items.append(item(name, in: category)) }
        }
        return items
    }

    private struct Name {
        var title: String
        var head = ""
        var isGeneral = false
        var place: String?
        /// The form of the name within a sentence.
        var phrase: String
    }

    /// Returns the names of a category. The last two heads have no general item, so a search for them finds only their
    /// kinds.
    private mutating func names(in category: Category) -> [Name] {
        let specials = category.specials.map { Name(title: $0, phrase: $0) }
        return category.heads.enumerated().reduce(into: specials) { names, entry in
            if entry.offset < category.heads.count - 2 { names.append(general(entry.element, in: category)) }
            names += kinds(of: entry.element, in: category)
        }
    }

    private func general(_ head: String, in category: Category) -> Name {
        let phrase = if case .uncounted = category.naming { head } else { "the \(head)" }
        return Name(title: head.capitalisedFirst, head: head, isGeneral: true, phrase: phrase)
    }

    private mutating func kinds(of head: String, in category: Category) -> [Name] {
        switch category.naming {
        case .qualified(let qualifiers):
            qualifiers.filter { $0 != head }.map {
                Name(title: "\($0) \(head)".capitalisedFirst, head: head, phrase: "the \($0) \(head)")
            }
        case .uncounted(let qualifiers):
            qualifiers.map {
                Name(title: "\($0) \(head)".capitalisedFirst, head: head, phrase: "\($0) \(head)")
            }
        case .afterPlaces:
            distinctPlaces(6).map { place in
                let title = "\(place) \(head.capitalisedFirst)"
                return Name(title: title, head: head, place: place, phrase: title)
            }
        }
    }

    private mutating func distinctPlaces(_ count: Int) -> [String] {
        var places: [String] = []
        while places.count < count {
            let place = place()
            if !places.contains(place) { places.append(place) }
        }
        return places
    }

    private mutating func item(_ name: Name, in category: Category) -> CatalogueItem {
        let details = distinctDetails(category.details)
        let patterns = [random.pick(category.openings)] + details + [random.pick(category.closings)]
        let sentences = patterns.map { filled($0, about: name) }
        let facts = category.facts.map { (label: $0.label, value: random.pick($0.values)) }
        return CatalogueItem(
            title: name.title, category: category, head: name.head, isGeneral: name.isGeneral,
            sentences: sentences, facts: facts, place: name.place ?? place(), person: person(), year: year())
    }

    private mutating func distinctDetails(_ details: [String]) -> [String] {
        let first = random.number(in: 0...details.count - 1)
        let step = random.number(in: 1...details.count - 1)
        return [details[first], details[(first + step) % details.count]]
    }

    /// Replaces the words in braces one after another.
    private mutating func filled(_ pattern: String, about name: Name) -> String {
        var text = ""
        for part in pattern.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false) {
            let slot = part.prefix { $0 != UInt8(ascii: "}") }
            let rest = Substring(part.dropFirst(slot.count + 1))
            text +=
                slot.count == part.count
                ? String(Substring(part)) : word(for: Substring(slot), about: name) + rest
        }
        return text
    }

    private mutating func word(for slot: Substring, about name: Name) -> String {
        switch slot {
        case "The": name.phrase.capitalisedFirst
        case "the": name.phrase
        case "colour": random.pick(CommonWords.colours)
        case "season": random.pick(CommonWords.seasons)
        case "habitat": random.pick(CommonWords.habitats)
        case "region": random.pick(CommonWords.regions)
        case "place": place()
        case "person": person()
        case "year": String(year())
        default: String(random.number(in: 3...48))
        }
    }

    private mutating func place() -> String {
        random.pick(CommonWords.placeBeginnings) + random.pick(CommonWords.placeEndings)
    }

    private mutating func person() -> String {
        random.pick(CommonWords.firstNames) + " " + random.pick(CommonWords.lastNames)
    }

    private mutating func year() -> Int {
        random.number(in: 1640...1930)
    }
}

/// A small random number generator with the same results on every computer and with every compiler.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns a random choice. The array must not be empty.
    mutating func pick<T>(_ choices: [T]) -> T {
        choices[number(in: 0...choices.count - 1)]
    }
}

extension String {
    /// A hash that is the same in every run, unlike `hashValue`.
    var stableHash: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
