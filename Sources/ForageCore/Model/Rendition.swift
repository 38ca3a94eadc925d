/// One file of an item: its address, its purpose and its size.
public struct Rendition: Hashable, Sendable {
    /// The address of the file.
    public var url: WebURL
    /// The purpose of the file.
    public var role: Role
    /// Its media type, such as `image/png`, if the source states it.
    public var mediaType: String?
    /// Its size in pixels, if known.
    public var size: PixelSize?
    /// The source of the size.
    public var sizeSource: SizeSource?
    /// A template for addresses of the same picture in other sizes, completed where the picture is shown.
    public var template: URLTemplate?

    /// Creates a file of an item; a size given here is the one that the service states.
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

    /// Indicates whether it is probably a picture of the item; an icon next to text is not.
    package var isPicture: Bool {
        role != .icon && (mediaType.map { $0.lowercased().hasPrefix("image/") } ?? true)
    }

    /// The purpose of a file, from the smallest to the largest.
    public enum Role: String, Hashable, Sendable, CaseIterable, Comparable {
        /// A small icon next to text.
        case icon
        /// For a list.
        case thumbnail
        /// For a card.
        case small
        /// For a page.
        case regular
        /// For a whole screen.
        case large
        /// The largest that the service prepares.
        case full
        /// The file that its creator uploaded.
        case original

        /// The purpose that suits a picture of this size: ``regular`` if the size is unknown.
        public init(for size: PixelSize?) {
            self =
                switch size.map({ max($0.width, $0.height) }) ?? 500 {
                case ...150: .thumbnail
                case ...400: .small
                case ...800: .regular
                case ...1600: .large
                default: .full
                }
        }

        /// A stable order, for output that is the same each time.
        public static func < (one: Role, other: Role) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    /// The source of a picture's size.
    public enum SizeSource: String, Hashable, Sendable {
        /// The service stated it in its response.
        case service
        /// Forage read it from the file's first bytes.
        case measured
    }
}

extension Rendition {
    /// The address for a width on a screen with this many device pixels per CSS pixel.
    package func url(wide width: Int, pixelRatio: Double = 1) -> WebURL {
        template?.url(width: width, pixelRatio: pixelRatio) ?? url
    }

    /// Its width in pixels; an estimate if the width is unknown.
    package var likelyWidth: Int { template == nil ? size?.width ?? role.likelyWidth : .max }
}

extension Item {
    /// The file for a place about as wide as this: one that comes in any width, else the smallest that is at least as
    /// wide, else the widest. Icons and other media are never returned.
    package func picture(wide width: Int) -> Rendition? { Self.picture(wide: width, among: renditions) }

    /// The file for a tile of a grid: not the original or full file if a smaller one is large enough.
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
