/// Adds a PNG version of each SVG picture, for programs that cannot show SVG.
///
/// An item is changed only if all providers that returned it are listed, because a service's terms may require that its
/// pictures are shown from its own addresses.
package struct CloudinaryTransform: Sendable {
    private let cloud: String
    private let providers: Set<ProviderID>
    private let sign: (@Sendable (CloudinaryFetch) -> CloudinaryFetch?)?

    /// - Parameters:
    ///   - cloud: The Cloudinary account.
    ///   - providers: The providers whose pictures are converted.
    ///   - sign: Adds a signature to an address; nil if the account does not require one.
    package init(
        cloud: String, providers: Set<ProviderID>,
        sign: (@Sendable (CloudinaryFetch) -> CloudinaryFetch?)? = nil
    ) {
        self.cloud = cloud
        self.providers = providers
        self.sign = sign
    }

    /// Returns the item with a PNG version of each of its SVG pictures.
    package func applied(to item: Item) -> Item {
        guard item.sources.allSatisfy({ providers.contains($0.provider) }) else { return item }
        let known = Set(item.renditions.map(\.url))
        let made = item.renditions.filter(\.isSVG).flatMap(pictures).filter { !known.contains($0.url) }
        guard !made.isEmpty else { return item }
        var item = item
        item.renditions = (item.renditions + made).sorted { $0.role < $1.role }
        return item
    }

    private func pictures(of drawing: Rendition) -> [Rendition] {
        guard let fetch = try? CloudinaryFetch(cloud: cloud, source: drawing.url).format(.png) else {
            return []
        }
        guard let sign else {
            var picture = Rendition(
                drawing.role, at: fetch.url, mediaType: "image/png", template: fetch.template)
            picture.size = drawing.size
            picture.sizeSource = drawing.sizeSource
            return [picture]
        }
        return Self.fixedWidths.compactMap { role, width in
            let signed = sign(fetch.width(width))
            return signed.map { Rendition(role, at: $0.url, mediaType: "image/png") }
        }
    }

    /// The widths of signed pictures, since a signature includes the size.
    private static let fixedWidths: [(Rendition.Role, Int)] = [
        (.thumbnail, 200), (.small, 400), (.regular, 800), (.large, 1600),
    ]
}

extension Rendition {
    /// Indicates whether the file is an SVG picture, by its media type or, if that is unknown, by its name.
    fileprivate var isSVG: Bool {
        if let mediaType { return mediaType.lowercased().hasPrefix("image/svg+xml") }
        return url.path.lowercased().hasSuffix(".svg")
    }
}
