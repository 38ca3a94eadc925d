public import Platform

/// A condition that every item shown must satisfy.
public enum Filter: Hashable, Sendable {
    /// Each of these phrases is in one of its texts, word for word.
    case phrases([String])
    /// None of these words and phrases is in its texts.
    case without([String])
    /// Its creator's name contains this.
    case creator(String)
    /// The name of its series or album contains this.
    case collection(String)
    /// It is of one of these kinds.
    case kinds(Set<Kind>)
    /// Its licence allows this.
    case licence(LicenceFilter)
    /// It has this shape.
    case orientation(Orientation)
    /// This is its dominant colour.
    case hue(Hue)
    /// It is at least this large.
    case minimumSize(PixelSize)
    /// It was published on this day or later.
    case publishedSince(Date)
    /// It was published before this day.
    case publishedBefore(Date)
    /// Its content is safe for everyone, or may be any.
    case content(Content)

    /// The content that may be shown.
    public enum Content: String, Hashable, Sendable, CaseIterable {
        /// Nothing that its source marks as for adults only; the default.
        case safe
        /// Everything.
        case any
    }

    /// The shape of a picture.
    public enum Orientation: String, Hashable, Sendable, CaseIterable {
        case landscape, portrait, square
    }

    /// The colour of a picture, as far as services can filter by it.
    public enum Hue: String, Hashable, Sendable, CaseIterable {
        case blackAndWhite = "black_and_white"
        case black, white, yellow, orange, red, purple, magenta, green, teal, blue
    }

    /// The name of a filter.
    public enum Name: String, Hashable, Sendable, CaseIterable, Comparable {
        case phrase, without = "not", creator = "by", collection = "in", kind, licence, orientation, hue
        case minimumSize = "min-size", publishedSince = "after", publishedBefore = "before"
        case content

        /// A stable order, for output that is the same each time.
        public static func < (one: Name, other: Name) -> Bool { one.rawValue < other.rawValue }
    }

    /// The name of the filter.
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

    /// The filter in normal form: distinct texts with single spaces; nil if the filter has no effect.
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
    /// The result of applying a filter to an item.
    public enum Verdict: Hashable, Sendable {
        /// The item satisfies it.
        case satisfied
        /// The item violates it.
        case violated
        /// The item lacks the data that the filter needs.
        case unknown
    }

    /// Applies the filter to an item.
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
        // Items have no data on colour; only services can recognize it.
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
    /// Indicates whether an item without the data may be shown if the filter cannot be applied. A licence filter never
    /// shows an item without a licence.
    package var mayBeUnknown: Bool { name != .licence }

    /// Indicates whether measuring a picture may provide the data.
    package var isOfSize: Bool { name == .orientation || name == .minimumSize }

    /// Indicates whether a service knows more than its items contain, so that its own filtering is trusted.
    package var isSeenByService: Bool { name == .phrase }
}

extension [Filter] {
    /// The same filters with a filter for the allowed content, which is always needed.
    package var statingContent: [Filter] {
        contains { $0.name == .content } ? self : self + [.content(content)]
    }

    /// The content that may be shown: safe for everyone unless a filter allows more.
    public var content: Filter.Content {
        for case .content(let content) in self { return content }
        return .safe
    }

    /// The wanted shape of pictures, if any.
    public var orientation: Filter.Orientation? {
        for case .orientation(let orientation) in self { return orientation }
        return nil
    }

    /// The wanted colour of pictures, if any.
    public var hue: Filter.Hue? {
        for case .hue(let hue) in self { return hue }
        return nil
    }

    /// The wanted licence, if any.
    public var licence: LicenceFilter? {
        for case .licence(let licence) in self { return licence }
        return nil
    }

    /// The start of the wanted time of publication, if any.
    public var publishedSince: Date? {
        for case .publishedSince(let day) in self { return day }
        return nil
    }

    /// The end of the wanted time of publication, if any; the time itself is not wanted.
    public var publishedBefore: Date? {
        for case .publishedBefore(let day) in self { return day }
        return nil
    }
}

extension String {
    /// Indicates whether this text contains the words of another one in sequence; false if that one has no words.
    func containsWords(of other: String) -> Bool {
        let (words, wanted): ([String], [String]) = (words, other.words)
        guard !wanted.isEmpty, wanted.count <= words.count else { return false }
        return (0...words.count - wanted.count).contains { words[$0...].starts(with: wanted) }
    }
}

extension PixelSize {
    /// The shape: square if the sides differ by at most a twentieth of the longer one, else by the longer side.
    package var orientation: Filter.Orientation {
        if abs(width - height) * 20 <= max(width, height) { return .square }
        return width > height ? .landscape : .portrait
    }
}

/// The way in which a filter was handled at one provider.
public enum FilterHandling: String, Hashable, Sendable, CaseIterable {
    /// The service applied it. Items with contrary data are removed; if an item lacks the data, the service is trusted.
    case honoured
    /// The service cannot apply it, so the core did: every item shown satisfies it, and items without the data were
    /// removed.
    case applied
    /// The service cannot apply it, and none of its items has the data: they are shown unfiltered.
    case impossible

    /// Determines the handling; this is the only place that does.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - honoured: The filters that were applied by the source.
    ///   - items: The items that the provider returned.
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
    /// The texts of an item that filters search.
    fileprivate var texts: [String] {
        [title] + tags + [summary, collection, creator.fact?.name].compactMap(\.self)
    }
}
