public import Essentials

/// A condition that every item shown must satisfy.
public enum Filter: Hashable, Sendable {
    /// It is of one of these kinds.
    case kinds(Set<Kind>)
    /// It has this shape.
    case orientation(Orientation)
    /// It is at least this large.
    case minimumSize(PixelSize)
    /// It was published on this day or later.
    case publishedSince(Date)
    /// This colour is the first to meet the eye.
    case hue(Hue)

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
        case kind, orientation, minimumSize = "min-size", publishedSince = "after", hue

        /// A stable order, for output that is the same each time.
        public static func < (one: Name, other: Name) -> Bool { one.rawValue < other.rawValue }
    }

    /// What an item says to a filter.
    public enum Verdict: Hashable, Sendable {
        /// It satisfies it.
        case satisfied
        /// It does not.
        case violated
        /// The item does not carry what the filter asks about.
        case unknown
    }

    /// What the filter is called.
    public var name: Name {
        switch self {
        case .kinds: .kind
        case .orientation: .orientation
        case .minimumSize: .minimumSize
        case .publishedSince: .publishedSince
        case .hue: .hue
        }
    }

    /// Holds an item against the filter.
    public func verdict(on item: Item) -> Verdict {
        switch self {
        case .kinds(let kinds): Verdict(kinds.contains(item.kind))
        case .orientation(let orientation): Verdict(item.size.map { $0.orientation == orientation })
        case .minimumSize(let least):
            Verdict(item.size.map { $0.width >= least.width && $0.height >= least.height })
        case .publishedSince(let day): Verdict(item.publishedAt.map { $0 >= day })
        // No item carries a colour: services know by looking.
        case .hue: .unknown
        }
    }
}

extension Filter.Verdict {
    init(_ answer: Bool?) {
        self = answer.map { $0 ? .satisfied : .violated } ?? .unknown
    }
}

extension PixelSize {
    /// Square within a twentieth, else by the longer side.
    package var orientation: Filter.Orientation {
        if abs(width - height) * 20 <= max(width, height) { return .square }
        return width > height ? .landscape : .portrait
    }
}
