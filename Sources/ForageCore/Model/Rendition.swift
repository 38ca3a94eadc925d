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

extension Rendition {
    /// Its address as wide as it is shown on a screen with so many pixels for one of the page's.
    package func url(wide width: Int, pixelRatio: Double = 1) -> WebURL {
        template?.url(width: width, pixelRatio: pixelRatio) ?? url
    }

    /// How many pixels wide it is, or is likely to be where no one says.
    package var likelyWidth: Int { template == nil ? size?.width ?? role.likelyWidth : .max }
}

extension Item {
    /// The file for a place where a picture of about this width is wanted: one that comes in any width, else the smallest
    /// that is as wide, else the widest. An icon or another medium is not a picture of an item.
    package func picture(wide width: Int) -> Rendition? { Self.picture(wide: width, among: renditions) }

    /// The file for a tile of a wall: no original and no full file where a smaller one will do.
    package func tile(wide width: Int) -> Rendition? {
        let made = renditions.filter { $0.role < .full }
        let isEnough = made.contains { $0.isPicture && $0.likelyWidth >= Self.leastTileWidth }
        return Self.picture(wide: width, among: isEnough ? made : renditions)
    }

    private static func picture(wide width: Int, among renditions: [Rendition]) -> Rendition? {
        let pictures = renditions.filter(\.isPicture)
        if let scalable = pictures.last(where: { $0.template != nil }) { return scalable }
        let wideEnough = pictures.filter { $0.likelyWidth >= width }
        return wideEnough.min { $0.likelyWidth < $1.likelyWidth }
            ?? pictures.max { $0.likelyWidth < $1.likelyWidth }
    }

    private static let leastTileWidth = 320
}

/// The size of a picture in pixels; both sides are at least one.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// The horizontal side.
    public let width: Int
    /// The vertical side.
    public let height: Int

    /// Checks a size from outside; nil for sides below one or over a million.
    public init?(width: Int?, height: Int?) {
        guard let width, let height, Self.side.contains(width), Self.side.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// The width divided by the height.
    public var aspectRatio: Double { Double(width) / Double(height) }

    /// The text as it is printed.
    public var description: String { "\(width)×\(height)" }

    private static let side = 1...1_000_000
}

extension Rendition.Role {
    fileprivate var likelyWidth: Int {
        switch self {
        case .icon: 64
        case .thumbnail: 640
        case .small: 800
        case .regular: 1280
        case .large: 1920
        case .full: 2560
        case .original: 4096
        }
    }
}
