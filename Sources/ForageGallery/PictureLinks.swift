internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageSearch

/// Where the page finds the pictures of an item.
struct PictureLinks: Sendable {
    private let seal: PictureSeal
    /// Whose pictures are shown from the service's own addresses, because its terms ask for it, and which those are.
    private let hotlinked: [ProviderID: [Origin]]
    /// Why the files of a service may not be taken, where its terms want them left where they are.
    private let reasonsNotToKeep: [ProviderID: String]
    /// Whether pictures can be made smaller here.
    private let shrinks: Bool
    /// From where else pictures are shown.
    let otherOrigins: [Origin]

    init(_ configuration: Configuration, seal: PictureSeal, isPlayed: Bool, shrinks: Bool) {
        self.seal = seal
        self.shrinks = shrinks
        let reasons = configuration.providers.compactMap { provider in
            provider.provider.info.reasonNotToKeep.map { (provider.id, $0) }
        }
        reasonsNotToKeep = Dictionary(reasons) { first, _ in first }
        let providers =
            isPlayed ? [] : configuration.providers.filter(\.provider.info.terms.requiresHotlinking)
        let origins = providers.map { ($0.id, $0.provider.info.terms.pictureOrigins.map(\.origin)) }
        hotlinked = Dictionary(origins) { first, _ in first }
        otherOrigins = providers.filter(\.isEnabled)
            .flatMap(\.provider.info.terms.pictureOrigins).map(\.origin)
    }

    /// What each item gets in the API's JSON.
    var addition: ItemAddition {
        ItemAddition("pictures") { item in
            [
                "small": link(to: item.tile(wide: Self.small), of: item, wide: Self.small),
                "srcset": sourceSet(of: item),
                "spare": spare(of: item),
                "large": link(to: item.picture(wide: Self.large), of: item, wide: Self.large),
                "blurHash": item.blurHash?.description,
                "unkept": item.downloadNotice == nil ? reasonsNotToKeep[item.id.provider] : nil,
            ]
        }
    }

    /// The tile's picture in several widths, as an `img` has them; nil where no one of them is known to be another.
    private func sourceSet(of item: Item) -> String? {
        var candidates: [(link: String, width: Int)] = []
        for width in Self.widthsOfTiles {
            guard let link = link(to: item.tile(wide: width), of: item, wide: width) else { return nil }
            if candidates.last?.link != link { candidates.append((link, width)) }
        }
        guard candidates.count > 1 else { return nil }
        return candidates.map { "\($0.link) \($0.width)w" }.joined(separator: ", ")
    }

    /// Another file of the item, for when the one that is shown does not come; nil where there is none.
    private func spare(of item: Item) -> String? {
        let shown = [item.tile(wide: Self.small), item.picture(wide: Self.large)]
        var rest = item
        rest.renditions.removeAll { file in shown.contains { $0.map { file.isSamePicture(as: $0) } ?? false }
        }
        return link(to: rest.picture(wide: Self.small), of: item, wide: Self.small)
            ?? (shown[0] == shown[1] ? nil : link(to: shown[1], of: item, wide: Self.small))
    }

    private func link(to picture: Rendition?, of item: Item, wide width: Int) -> String? {
        guard let picture else { return nil }
        let url = picture.url(wide: width)
        // Whose file it is no rendition says, so the strictest of the item's sources decides.
        let origins = item.sources.compactMap { hotlinked[$0.provider] }
        if origins.contains(where: { $0.contains(url.origin) }) { return url.text }
        // Its terms allow no other way to show it, and nobody said that it may come from there.
        if origins.count == item.sources.count { return nil }
        return "/images/" + seal.token(for: url) + (isAbout(width, picture) ? "" : "?w=\(width)")
    }

    /// Whether a picture is no wider than it need be, as far as one can tell: then it is shown as it is.
    private func isAbout(_ width: Int, _ picture: Rendition) -> Bool {
        guard shrinks, picture.template == nil else { return true }
        return picture.likelyWidth <= width * 3 / 2
    }

    /// From an icon beside a text to a wide picture on a screen with two pixels for one of the page's.
    private static let widthsOfTiles = [160, 320, 640, 960]
    /// The widths of pictures in rows and over the whole page, among those that are made.
    private static let small = 640
    private static let large = 1920
}

/// Makes tokens of addresses, so that only pictures are fetched which a search returned.
///
/// The key is made anew with each start: a token of another run is worth nothing.
struct PictureSeal: Sendable {
    private let hash = SipHash(.random(in: .min ... .max), .random(in: .min ... .max))

    private static let tagByteCount = 8
    private static let greatestByteCount = 12 * 1024

    func token(for url: WebURL) -> String {
        let bytes = Array(url.text.utf8)
        return Base64URL.encode(bytes + tag(of: bytes[...]))
    }

    /// The address in a token; nil where the token was not made here.
    func address(in token: String) -> WebURL? {
        guard token.utf8.count <= Self.greatestByteCount, let bytes = Base64URL.decode(token) else {
            return nil
        }
        let text = bytes.dropLast(Self.tagByteCount)
        guard tag(of: text).elementsEqual(bytes.suffix(Self.tagByteCount)) else { return nil }
        return WebURL(String(decoding: text, as: UTF8.self))
    }

    private func tag(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        let tag = hash.of(bytes)
        return (0..<Self.tagByteCount).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    }
}

extension Rendition {
    /// Whether it would come from the same address.
    fileprivate func isSamePicture(as other: Rendition) -> Bool {
        url == other.url || template != nil && template == other.template
    }
}
