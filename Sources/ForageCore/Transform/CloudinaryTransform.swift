/// Puts a PNG beside each SVG, for whoever cannot show one.
///
/// An item is left alone unless each provider that brought it was named, because a service's terms may
/// ask for its pictures to be shown from its own addresses.
package struct CloudinaryTransform: Sendable {
    private let cloud: String
    private let providers: Set<ProviderID>
    private let sign: (@Sendable (CloudinaryFetch) -> CloudinaryFetch?)?

    /// - Parameters:
    ///   - cloud: The account that fetches.
    ///   - providers: Whose pictures are converted.
    ///   - sign: Puts a signature under an address; nil where the account wants none.
    package init(
        cloud: String, providers: Set<ProviderID>,
        sign: (@Sendable (CloudinaryFetch) -> CloudinaryFetch?)? = nil
    ) {
        self.cloud = cloud
        self.providers = providers
        self.sign = sign
    }

    /// The item with a PNG beside each of its SVGs.
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

    /// A signature covers the size, so a signed picture comes in these widths only.
    private static let fixedWidths: [(Rendition.Role, Int)] = [
        (.thumbnail, 200), (.small, 400), (.regular, 800), (.large, 1600),
    ]
}

extension Rendition {
    /// Whether the file is a drawing in SVG, as its media type or else its name says.
    fileprivate var isSVG: Bool {
        if let mediaType { return mediaType.lowercased().hasPrefix("image/svg+xml") }
        return url.path.lowercased().hasSuffix(".svg")
    }
}
