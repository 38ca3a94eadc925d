package import ForageCore

/// Asks services for leave to take files, as each of them wants it.
///
/// A service that wants to be told before a file is taken answers the request for a download; one that does not need
/// to be told has nothing to answer, and leaves its files to be taken from their addresses unless its terms keep
/// them there.
package struct PermitOffice: Sendable {
    private let sources: [ProviderID: any Source]

    /// - Parameter sources: Whom to ask. Nothing may stand between them and the service that would answer in its place,
    ///   because each download is to be counted.
    package init(_ sources: [any Source]) {
        self.sources = Dictionary(sources.map { ($0.about.id, $0) }) { first, _ in first }
    }

    /// How long a service may take to answer.
    private static let patience = Duration.seconds(20)

    /// Asks every service that brought an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - wish: What file is wanted of it.
    /// - Returns: Leave to take the file.
    /// - Throws: ``DownloadError`` when one does not give it.
    package func permit(
        for item: Item, _ wish: FileWish
    ) async throws(DownloadError) -> DownloadPermit {
        guard let url = item.picture(wish.size) else { throw .nothingToGet }
        for place in item.sources {
            var own = item
            own.id = place.id
            try await ask(for: own)
        }
        return DownloadPermit(item, wish, at: url)
    }

    private func ask(for item: Item) async throws(DownloadError) {
        guard let source = sources[item.id.provider] else {
            throw .notPermitted("\(item.id.provider) cannot be asked for leave to take it")
        }
        let outcome = await source.answer(.download(item), by: .now + Self.patience).outcome
        switch outcome.result {
        case .answered: return
        case .empty:
            guard let reason = source.about.reasonNotToKeep else { return }
            throw .notPermitted(reason)
        case .cancelled: throw .cancelled
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            throw .notPermitted("\(source.about.name) gives no leave to take it: \(reason)")
        }
    }
}

extension About {
    /// Why its files may not be taken unless it gives leave; nil where its terms do not want them left where they are.
    package var reasonNotToKeep: String? {
        terms.requiresHotlinking ? "\(name) wants its pictures shown from its own addresses, not kept" : nil
    }
}

/// Leave to take one file of an item. Only a ``PermitOffice`` gives it, after every service that brought the item was
/// asked; nothing is fetched without.
package struct DownloadPermit: Sendable {
    /// Whose file it is. Long texts are cut, so that its credit can be written beside it and read again.
    package let item: Item
    /// How it was wanted.
    package let wish: FileWish
    /// Where it is.
    let url: WebURL

    /// For the office alone.
    init(_ item: Item, _ wish: FileWish, at url: WebURL) {
        self.item = item.withTextsCut
        self.wish = wish
        self.url = url
    }

    /// Leave that was given when a part of the file was begun. A service that counts downloads has counted it.
    init?(continuing part: borrowing PartFile, of item: Item, _ wish: FileWish) {
        guard let record = part.record, part.byteCount > 0,
            record.key == FileKey(item, wish).asItComes, record.url == item.picture(wish.size)
        else { return nil }
        self.init(item, wish, at: record.url)
    }
}

extension Item {
    /// The same with no text longer than anybody would want to read of a credit.
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
