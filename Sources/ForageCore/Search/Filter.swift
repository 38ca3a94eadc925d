public import Platform

/// A condition that every item shown must satisfy.
public enum Filter: Hashable, Sendable {
    /// Each of these stands in one of its texts, word for word.
    case phrases([String])
    /// None of these words and phrases stands in its texts.
    case without([String])
    /// Its maker is called so.
    case creator(String)
    /// The series or album that it belongs to is called so.
    case collection(String)
    /// It is of one of these kinds.
    case kinds(Set<Kind>)
    /// Its licence allows this.
    case licence(LicenceFilter)
    /// It has this shape.
    case orientation(Orientation)
    /// This colour is the first to meet the eye.
    case hue(Hue)
    /// It is at least this large.
    case minimumSize(PixelSize)
    /// It was published on this day or later.
    case publishedSince(Date)
    /// It was published before this day.
    case publishedBefore(Date)
    /// It is fit for everyone, or it need not be.
    case content(Content)

    /// The content that may be shown.
    public enum Content: String, Hashable, Sendable, CaseIterable {
        /// Nothing that its source marks as for adults only; the rule where nothing else is asked for.
        case safe
        /// Everything.
        case any
    }

    /// The shape of a picture.
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
        case landscape, portrait, square
    }

    /// The colour of a picture, as far as services tell pictures apart by it.
    public enum Hue: String, Hashable, Sendable, CaseIterable {
        case blackAndWhite = "black_and_white"
        case black, white, yellow, orange, red, purple, magenta, green, teal, blue
    }

    /// What a filter is called.
    public enum Name: String, Hashable, Sendable, CaseIterable, Comparable {
        case phrase, without = "not", creator = "by", collection = "in", kind, licence, orientation, hue
        case minimumSize = "min-size", publishedSince = "after", publishedBefore = "before"
        case content

        /// A stable order, for output that is the same each time.
        public static func < (one: Name, other: Name) -> Bool { one.rawValue < other.rawValue }
    }

    /// What the filter is called.
    public var name: Name {
        switch self {
        case .phrases: .phrase
        case .without: .without
        case .creator: .creator
        case .collection: .collection
        case .kinds: .kind
        case .licence: .licence
        case .orientation: .orientation
        case .hue: .hue
        case .minimumSize: .minimumSize
        case .publishedSince: .publishedSince
        case .publishedBefore: .publishedBefore
        case .content: .content
        }
    }

    /// The same filter in its one form: texts with single spaces, each once; nil where it asks for nothing.
    var regular: Filter? {
        switch self {
        case .phrases(let texts): texts.regular.map(Filter.phrases)
        case .without(let texts): texts.regular.map(Filter.without)
        case .creator(let name): [name].regular.map { .creator($0[0]) }
        case .collection(let name): [name].regular.map { .collection($0[0]) }
        case .licence(let licence): licence.isEmpty ? nil : self
        default: self
        }
    }
}

extension Filter {
    /// What an item says to a filter.
    public enum Verdict: Hashable, Sendable {
        /// It satisfies it.
        case satisfied
        /// It does not.
        case violated
        /// The item does not carry what the filter asks about.
        case unknown
    }

    /// Holds an item against the filter.
    ///
    /// Names and phrases are compared word by word, without regard to case, accents and width.
    public func verdict(on item: Item) -> Verdict {
        switch self {
        case .phrases(let phrases):
            Verdict(phrases.allSatisfy { phrase in item.texts.contains { $0.containsWords(of: phrase) } })
        case .without(let texts):
            Verdict(!texts.contains { text in item.texts.contains { $0.containsWords(of: text) } })
        case .creator(let name): Verdict(item.creator.fact.map { $0.name.containsWords(of: name) })
        case .collection(let name): Verdict(item.collection.map { $0.containsWords(of: name) })
        case .kinds(let kinds): Verdict(kinds.contains(item.kind))
        case .licence(let licence): Verdict(licence.isGranted(by: item))
        case .orientation(let orientation): Verdict(item.size.map { $0.orientation == orientation })
        // No item carries a colour: services know by looking.
        case .hue: .unknown
        case .minimumSize(let least):
            Verdict(item.size.map { $0.width >= least.width && $0.height >= least.height })
        case .publishedSince(let day): Verdict(item.publishedAt.map { $0 >= day })
        case .publishedBefore(let day): Verdict(item.publishedAt.map { $0 < day })
        case .content(.safe): Verdict(item.isMature.map { !$0 })
        case .content(.any): .satisfied
        }
    }
}

extension Filter.Verdict {
    init(_ answer: Bool?) {
        self = answer.map { $0 ? .satisfied : .violated } ?? .unknown
    }
}

extension Filter {
    /// Whether an item that says nothing may be shown where nobody can apply the filter. What nobody states a
    /// licence of is never allowed anything.
    package var mayBeUnknown: Bool { name != .licence }

    /// Whether measuring a picture may tell.
    package var isOfSize: Bool { name == .orientation || name == .minimumSize }

    /// Whether a service sees more than its items say, so that it is believed also where they say otherwise.
    package var isSeenByService: Bool { name == .phrase }
}

extension [Filter] {
    /// The same with the content that may be shown, which is always asked for.
    package var statingContent: [Filter] {
        contains { $0.name == .content } ? self : self + [.content(content)]
    }

    /// The content that may be shown: what is fit for everyone unless another filter says so.
    package var content: Filter.Content {
        for case .content(let content) in self { return content }
        return .safe
    }
}

extension String {
    /// Whether the words of another text stand in this one, side by side; of no words none do.
    func containsWords(of other: String) -> Bool {
        let (words, wanted): ([String], [String]) = (words, other.words)
        guard !wanted.isEmpty, wanted.count <= words.count else { return false }
        return (0...words.count - wanted.count).contains { words[$0...].starts(with: wanted) }
    }
}

extension PixelSize {
    /// Square within a twentieth, else by the longer side.
    package var orientation: Filter.Orientation {
        if abs(width - height) * 20 <= max(width, height) { return .square }
        return width > height ? .landscape : .portrait
    }
}

/// How one filter was dealt with at one provider.
public enum FilterHandling: String, Hashable, Sendable, CaseIterable {
    /// The service applied it. What an item says otherwise is checked, and where it says nothing the service is
    /// trusted.
    case honoured
    /// The service cannot, so it was applied here: every item shown satisfies it, and what does not say was left
    /// out.
    case applied
    /// The service cannot, and none of its items says enough: they are shown as they are.
    case impossible

    /// Decides it, the one place where that is done.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - honoured: The filters that were applied where the items come from.
    ///   - items: What the provider brought.
    public init(of filter: Filter, honouring honoured: Set<Filter.Name>, on items: [Item]) {
        if honoured.contains(filter.name) {
            self = .honoured
        } else if filter.name == .hue {
            self = .impossible
        } else if items.isEmpty || !filter.mayBeUnknown {
            self = .applied
        } else {
            self = items.contains { filter.verdict(on: $0) != .unknown } ? .applied : .impossible
        }
    }
}

extension [String] {
    fileprivate var regular: [String]? {
        var met: Set<String> = []
        let texts = map { $0.onOneLine.spacedWords.joined(separator: " ") }.filter {
            !$0.isEmpty && met.insert($0).inserted
        }
        return texts.isEmpty ? nil : texts
    }
}

extension Item {
    /// What may be read of it.
    fileprivate var texts: [String] {
        [title] + tags + [summary, collection, creator.fact?.name].compactMap(\.self)
    }
}
