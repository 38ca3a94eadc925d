internal import ForageCore
internal import ForageFormats

/// Where the page finds the pictures of an item.
struct PictureLinks: Sendable {
    private let seal: PictureSeal
    /// Whose pictures are shown from the service's own addresses, because its terms ask for it.
    private let hotlinked: Set<ProviderID>
    /// Whether pictures can be made smaller here.
    private let shrinks: Bool
    /// Whether any picture is shown from elsewhere.
    let needsOtherHosts: Bool

    init(_ configuration: Configuration, seal: PictureSeal, isPlayed: Bool, shrinks: Bool) {
        self.seal = seal
        self.shrinks = shrinks
        let providers =
            isPlayed ? [] : configuration.providers.filter(\.provider.about.terms.requiresHotlinking)
        hotlinked = Set(providers.map(\.id))
        needsOtherHosts = providers.contains(where: \.isEnabled)
    }

    /// What each item gets in the API's JSON.
    var addition: ItemAddition {
        ItemAddition("pictures") { item in
            [
                "small": link(to: item.picture(wide: Self.small), of: item, wide: Self.small),
                "large": link(to: item.picture(wide: Self.large), of: item, wide: Self.large),
                "original": original(of: item),
            ]
        }
    }

    /// The file to take, unless a service wants to be told of that first: `forage get` does it.
    private func original(of item: Item) -> String? {
        guard item.downloadNotice == nil else { return nil }
        let original = item.renditions.last { $0.isPicture && $0.role == .original }
        return original.flatMap { link(to: $0, of: item, wide: nil) }
    }

    private func link(to picture: Rendition?, of item: Item, wide width: Int?) -> String? {
        guard let picture else { return nil }
        let url = width.map { picture.url(wide: $0) } ?? picture.url
        // Whose file it is no rendition says, so the strictest of the item's sources decides.
        if item.sources.contains(where: { hotlinked.contains($0.provider) }) { return url.text }
        let isFitting = width.map { isAbout($0, picture) } ?? true
        return "/images/" + seal.token(for: url) + (isFitting ? "" : width.map { "?w=\($0)" } ?? "")
    }

    /// Whether a picture is no wider than it need be, as far as one can tell: then it is shown as it is.
    private func isAbout(_ width: Int, _ picture: Rendition) -> Bool {
        guard shrinks, picture.template == nil else { return true }
        return (picture.size?.width ?? Self.usualWidths[picture.role] ?? .max) <= width * 3 / 2
    }

    private static let usualWidths: [Rendition.Role: Int] = [.thumbnail: 320, .small: 640, .regular: 1280]

    /// The widths of pictures in rows and over the whole page, among those that are made.
    private static let small = 640
    private static let large = 1920
}
