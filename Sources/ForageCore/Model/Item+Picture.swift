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

extension Rendition {
    /// Its address as wide as it is shown on a screen with so many pixels for one of the page's.
    package func url(wide width: Int, pixelRatio: Double = 1) -> WebURL {
        template?.url(width: width, pixelRatio: pixelRatio) ?? url
    }

    /// How many pixels wide it is, or is likely to be where no one says.
    package var likelyWidth: Int { template == nil ? size?.width ?? role.likelyWidth : .max }
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
