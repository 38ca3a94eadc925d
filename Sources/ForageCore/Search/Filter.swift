public import Essentials

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
    case licence(LicenceWish)
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
        case .licence(let wish): wish.isEmpty ? nil : self
        default: self
        }
    }
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

extension [String] {
    fileprivate var regular: [String]? {
        var met: Set<String> = []
        let texts = map { $0.onOneLine.spacedWords.joined(separator: " ") }.filter {
            !$0.isEmpty && met.insert($0).inserted
        }
        return texts.isEmpty ? nil : texts
    }
}
