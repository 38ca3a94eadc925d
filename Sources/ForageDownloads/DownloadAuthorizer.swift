package import ForageCore

/// Asks services for permission to download files, as each of them requires.
///
/// A service that counts downloads answers the request for a download. Files of other services may be downloaded from
/// their addresses unless the terms forbid it.
package struct DownloadAuthorizer: Sendable {
    private let sources: [ProviderID: any Source]

    /// - Parameter sources: The sources to ask. They must reach their services, not a cache: each download is counted.
    package init(_ sources: [any Source]) {
        self.sources = Dictionary(sources.map { ($0.info.id, $0) }) { first, _ in first }
    }

    /// The longest time that a service may take to answer.
    private static let patience = Duration.seconds(20)

    /// Asks every service that returned an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - selection: The requested file of the item.
    /// - Returns: The permission to download the file.
    /// - Throws: ``DownloadError`` when a service refuses.
    package func permit(
        for item: Item, _ selection: FileSelection
    ) async throws(DownloadError) -> DownloadPermit {
        guard let url = item.file(selection.size) else { throw .nothingToGet }
        for place in item.sources {
            var own = item
            own.id = place.id
            try await ask(for: own)
        }
        return DownloadPermit(item, selection, at: url)
    }

    private func ask(for item: Item) async throws(DownloadError) {
        guard let source = sources[item.id.provider] else {
            throw .notPermitted("\(item.id.provider) cannot be asked for permission to download it")
        }
        let outcome = await source.answer(.download(item), by: .now + Self.patience).outcome
        switch outcome.result {
        case .answered: return
        case .empty:
            guard let reason = source.info.reasonNotToKeep else { return }
            throw .notPermitted(reason)
        case .cancelled: throw .cancelled
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            throw .notPermitted("\(source.info.name) does not permit downloading it: \(reason)")
        }
    }
}

extension ProviderInfo {
    /// The reason not to download its files without permission; nil if its terms allow it.
    package var reasonNotToKeep: String? {
        terms.requiresHotlinking
            ? "\(name) requires showing its pictures from its own addresses, not saving them" : nil
    }
}

/// The permission to download one file of an item. Only a ``DownloadAuthorizer`` grants it, after it has asked every
/// service that returned the item. No file is fetched without a permission.
package struct DownloadPermit: Sendable {
    /// The item with long texts cut, so that its credit can be written to a sidecar and read again.
    package let item: Item
    /// The requested file.
    package let selection: FileSelection
    /// The address of the file.
    let url: WebURL

    /// Used by the authorizer only.
    init(_ item: Item, _ selection: FileSelection, at url: WebURL) {
        self.item = item.withTextsCut
        self.selection = selection
        self.url = url
    }

    /// The permission that was granted when the download started. A service that counts downloads has already counted
    /// it.
    init?(continuing part: borrowing PartFile, of item: Item, _ selection: FileSelection) {
        guard let record = part.record, part.byteCount > 0,
            record.key == FileKey(item, selection).asItComes, record.url == item.file(selection.size)
        else { return nil }
        self.init(item, selection, at: record.url)
    }
}

extension Item {
    /// The item with its texts cut to the length that a credit may have.
    var withTextsCut: Item {
        var item = self
        item.title.cut()
        item.attribution.cutTexts()
        for place in item.sources.indices { item.sources[place].attribution.cutTexts() }
        return item
    }
}

extension Attribution {
    fileprivate mutating func cutTexts() {
        title.cut()
        source.name.cut()
        serviceLine?.name.cut()
        if var creator = creator.fact {
            creator.name.cut()
            self.creator = .known(creator)
        }
        if var licence = licence.fact {
            licence.id.cut()
            licence.name.cut()
            self.licence = .known(licence)
        }
    }
}

extension String {
    private static let greatestByteCount = 4_000

    fileprivate mutating func cut() {
        if utf8.count > Self.greatestByteCount { self = cut(toByteCount: Self.greatestByteCount) + "…" }
    }
}
