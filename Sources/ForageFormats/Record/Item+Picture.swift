package import ForageCore

extension Item {
    /// The file to show where a picture of about this width is wanted: one to be had in any width, else the smallest
    /// that is as wide, else one whose role says that it may be, else the widest there is. Icons and other media are no pictures of an item.
    package func picture(wide width: Int) -> Rendition? {
        let pictures = renditions.filter(\.isPicture)
        if let scalable = pictures.last(where: { $0.template != nil }) { return scalable }
        let sized = pictures.filter { $0.size != nil }.sorted { $0.pixelWidth < $1.pixelWidth }
        if let fitting = sized.first(where: { $0.pixelWidth >= width }) { return fitting }
        let unsized = pictures.filter { $0.size == nil }
        return Self.rolesToShow.lazy.compactMap { role in unsized.first { $0.role == role } }.first
            ?? sized.last
    }

    /// The width over the height of the picture, where any file of the item tells.
    func aspectRatio(of picture: Rendition) -> Double? { (picture.size ?? size)?.aspectRatio }

    private static let rolesToShow: [Rendition.Role] = [
        .regular, .large, .small, .full, .original, .thumbnail,
    ]
}

extension Rendition {
    /// Where it is to be had as wide as it is shown on a screen with so many pixels for one of the page's.
    package func url(wide width: Int, pixelRatio: Double = 1) -> WebURL {
        template?.url(width: width, pixelRatio: pixelRatio) ?? url
    }

    fileprivate var pixelWidth: Int { size?.width ?? 0 }
}
