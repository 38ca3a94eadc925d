internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageSearch

/// The addresses of items' pictures and sounds for the page.
struct ItemLinks: Sendable {
    private let seal: AddressSeal
    private let soundSeal: AddressSeal
    /// The providers whose terms require that pictures are shown from the service's own addresses, with those origins.
    private let hotlinked: [ProviderID: [Origin]]
    /// The reasons why the files of a provider may not be downloaded according to its terms.
    private let reasonsNotToKeep: [ProviderID: String]
    /// True if pictures can be made smaller here.
    private let shrinks: Bool
    /// The other origins from which pictures are shown.
    let otherOrigins: [Origin]

    /// - Parameters:
    ///   - configuration: The providers and their terms.
    ///   - seal: The maker of tokens for pictures.
    ///   - soundSeal: The maker of tokens for sounds.
    ///   - isPlayed: True if the services are simulated on this machine.
    ///   - shrinks: True if pictures can be made smaller here.
    init(
        _ configuration: Configuration, seal: AddressSeal, soundSeal: AddressSeal, isPlayed: Bool,
        shrinks: Bool
    ) {
        self.seal = seal
        self.soundSeal = soundSeal
        self.shrinks = shrinks
        let reasons = configuration.providers.compactMap { provider in
            provider.provider.info.reasonNotToKeep.map { (provider.id, $0) }
        }
        reasonsNotToKeep = Dictionary(reasons) { first, _ in first }
        let providers =
            isPlayed ? [] : configuration.providers.filter(\.provider.info.terms.requiresHotlinking)
        let origins = providers.map { ($0.id, $0.provider.info.terms.pictureOrigins.map(\.origin)) }
        hotlinked = Dictionary(origins) { first, _ in first }
        // A provider that is off may be turned on while a page is open.
        otherOrigins = providers.flatMap(\.provider.info.terms.pictureOrigins).map(\.origin)
    }

    /// The additional members of each item in the API's JSON.
    var addition: ItemAddition {
        ItemAddition("pictures") { pictures(of: $0) }
            .and(ItemAddition("media") { Record(["audio": Fact(sound(of: $0))]) })
            .and(.rights)
    }

    private func pictures(of item: Item) -> Record {
        Record([
            "small": Fact(link(to: item.tile(wide: Self.small), of: item, wide: Self.small, isTile: true)),
            "srcset": Fact(sourceSet(of: item)),
            "spare": Fact(spare(of: item)),
            "large": Fact(link(to: item.picture(wide: Self.large), of: item, wide: Self.large)),
            "whole": Fact(whole(of: item)),
            "blurHash": Fact(item.blurHash?.description),
            "unkept": Fact(item.downloadNotice == nil ? reasonsNotToKeep[item.id.provider] : nil),
        ])
    }

    /// The file to play; nil if there is none.
    private func sound(of item: Item) -> String? {
        let file = item.renditions.first { $0.mediaType?.lowercased().hasPrefix("audio/") == true }
        return file.map { "/media/" + soundSeal.token(for: $0.url) }
    }

    /// The picture with all its pixels, to look at closely; nil if it is not larger than the large one.
    private func whole(of item: Item) -> String? {
        guard let width = item.size?.width, width > Self.large else { return nil }
        let files = item.renditions.filter { $0.template == nil && $0.isPicture }
        guard let largest = files.max(by: { $0.likelyWidth < $1.likelyWidth }) else { return nil }
        return link(to: largest, of: item, wide: nil)
    }

    /// The tile's picture in several widths, as the `srcset` of an `img`; nil unless there are several different ones.
    private func sourceSet(of item: Item) -> String? {
        var candidates: [(link: String, width: Int)] = []
        for width in Self.widthsOfTiles {
            let picture = item.tile(wide: width)
            guard let link = link(to: picture, of: item, wide: width, isTile: true) else { return nil }
            if candidates.last?.link != link { candidates.append((link, width)) }
            // A greater width would give the same pixels.
            if let picture, picture.likelyWidth < width { break }
        }
        guard candidates.count > 1 else { return nil }
        return candidates.map { "\($0.link) \($0.width)w" }.joined(separator: ", ")
    }

    /// Another file of the item, in case the shown one fails; nil if there is none.
    private func spare(of item: Item) -> String? {
        let shown = [item.tile(wide: Self.small), item.picture(wide: Self.large)]
        var rest = item
        rest.renditions.removeAll { file in shown.contains { $0.map { file.isSamePicture(as: $0) } ?? false }
        }
        return link(to: rest.picture(wide: Self.small), of: item, wide: Self.small)
            ?? (shown[0] == shown[1] ? nil : link(to: shown[1], of: item, wide: Self.small))
    }

    /// - Parameters:
    ///   - picture: The file.
    ///   - item: Its item.
    ///   - width: The width to show it in; nil for its own.
    ///   - isTile: True if it is one of many on the page, so that a file that is about as wide is made smaller, too.
    /// - Returns: The address for the page; nil if the terms permit none.
    private func link(
        to picture: Rendition?, of item: Item, wide width: Int?, isTile: Bool = false
    ) -> String? {
        guard let picture else { return nil }
        let url = width.map { picture.url(wide: $0) } ?? picture.url
        // A rendition does not state its source, so the strictest source of the item decides.
        let origins = item.sources.compactMap { hotlinked[$0.provider] }
        if origins.contains(where: { $0.contains(url.origin) }) { return url.text }
        // The terms require hotlinking, and this origin is not permitted.
        if origins.count == item.sources.count { return nil }
        let path = "/images/" + seal.token(for: url, of: item.id)
        guard shrinks, let width, isTile || !isAbout(width, picture) else { return path }
        return path + "?w=\(width)"
    }

    /// Indicates whether a picture is not much wider than needed, as far as known, so that it can be shown unchanged.
    private func isAbout(_ width: Int, _ picture: Rendition) -> Bool {
        picture.template != nil || picture.likelyWidth <= width * 3 / 2
    }

    /// The widths for an icon next to a text up to a wide picture on a screen with a pixel ratio of 2.
    private static let widthsOfTiles = [160, 320, 480, 640, 960]
    /// The widths of pictures in rows and on the whole page, among those that can be made.
    private static let small = 640
    private static let large = 1920
}

extension ItemAddition {
    /// The uses that the licence of a photo permits.
    fileprivate static let rights = ItemAddition("rights") { item in
        guard item.kind == .photo else { return Record() }
        let terms = item.terms ?? .none
        return Record([
            "summary": .text(terms.summary.rawValue),
            "uses": .list(terms.uses.map { .text($0.rawValue) }),
        ])
    }
}

extension Rendition {
    /// Indicates whether both have the same address.
    fileprivate func isSamePicture(as other: Rendition) -> Bool {
        url == other.url || template != nil && template == other.template
    }
}
