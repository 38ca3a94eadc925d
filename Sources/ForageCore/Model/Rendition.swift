/// One file of an item: where it is, what it is for and how large.
public struct Rendition: Hashable, Sendable {
    /// Where the file is.
    public var url: WebURL
    /// What the file is for.
    public var role: Role
    /// Its media type, such as `image/png`, where the source says so.
    public var mediaType: String?
    /// Its size in pixels, where known.
    public var size: PixelSize?
    /// Who says that the size is so.
    public var sizeSource: SizeSource?
    /// Where the same picture is to be had in other sizes; the view fills it in.
    public var template: URLTemplate?

    /// Describes a file of an item; a size given here is the source's own word.
    public init(
        _ role: Role, at url: WebURL, mediaType: String? = nil, size: PixelSize? = nil,
        template: URLTemplate? = nil
    ) {
        self.url = url
        self.role = role
        self.mediaType = mediaType
        self.size = size
        sizeSource = size == nil ? nil : .service
        self.template = template
    }

    /// Whether it is a picture of the item, as far as one can tell; a mark beside a text is none.
    package var isPicture: Bool {
        role != .icon && (mediaType.map { $0.lowercased().hasPrefix("image/") } ?? true)
    }

    /// What a file is for, from the smallest to the largest.
    public enum Role: String, Hashable, Sendable, CaseIterable, Comparable {
        /// A small mark beside a text.
        case icon
        /// For a list.
        case thumbnail
        /// For a card.
        case small
        /// For a page.
        case regular
        /// For a whole screen.
        case large
        /// The largest that is made ready.
        case full
        /// The file as its maker handed it in.
        case original

        /// A stable order, for output that is the same each time.
        public static func < (one: Role, other: Role) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    /// Who says how large a picture is.
    public enum SizeSource: String, Hashable, Sendable {
        /// The source said so in its answer.
        case service
        /// Forage read it from the file's first bytes.
        case measured
    }
}
