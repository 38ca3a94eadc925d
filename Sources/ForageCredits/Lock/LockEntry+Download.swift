package import ForageCore
package import ForageDownloads
internal import Platform

extension LockEntry {
    /// The entry of a downloaded file, from the credit next to it.
    ///
    /// - Parameters:
    ///   - path: The path of the file from the folder of the lock.
    ///   - file: The properties of the file.
    ///   - record: The credit.
    ///   - sidecar: The SHA-256 of the credit file.
    package init(path: String, _ file: PictureFacts, _ record: CreditRecord, sidecar: String?) {
        self.init(path: path, title: record.title, file: file, date: record.date)
        id = record.id
        credits = record.credits.map { LockCredit(CreditLine($0)) }
        let original = record.origin.map {
            Original(mediaType: $0.mediaType, byteCount: $0.byteCount, sha256: $0.digest)
        }
        download = Download(url: record.url, size: record.size, original: original)
        steps = record.origin?.steps ?? []
        self.sidecar = sidecar
    }

    /// Adds facts about the item of the file that its credit file does not have.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - evidence: Returns the evidence of the licence that a source of the item states.
    package mutating func add(_ item: Item, evidence: (ItemSource) -> LicenceEvidence?) {
        alt = item.altText
        if file.blurHash == nil { file.blurHash = item.blurHash }
        guard item.sources.count == credits.count else { return }
        for (place, source) in item.sources.enumerated() {
            credits[place].id = source.id
            credits[place].evidence = evidence(source)
        }
    }
}

extension LockEntry {
    /// The entry of a picture that was met without a lock, still without a path.
    init(of item: Item, _ picture: MetPicture, on date: String) {
        var file = PictureFacts(sha256: picture.digest, byteCount: 0)
        file.look = picture.appearance?.look
        self.init(path: "", title: item.title, file: file, date: date)
        id = item.id
        alt = item.altText
        credits = item.sources.map { source in
            LockCredit(
                id: source.id, CreditLine(source.attribution),
                evidence: LicenceEvidence(of: source, in: [], on: date))
        }
    }

    /// The credit file that belongs next to the picture, if the entry has everything that such a file contains.
    package var record: CreditRecord? {
        guard let id, let download, let type = file.mediaType else { return nil }
        let attributions = credits.compactMap { Attribution($0.line) }
        guard attributions.count == credits.count else { return nil }
        return CreditRecord(
            id: id, size: download.size, title: title, url: download.url, mediaType: type,
            byteCount: file.byteCount, digest: file.sha256,
            origin: download.original.map {
                CreditRecord.Origin(
                    mediaType: $0.mediaType, byteCount: $0.byteCount, digest: $0.sha256, steps: steps)
            }, date: date, credits: attributions)
    }

    /// Returns the item as it was when the file came, with nothing but the file. The rest, such as an address to notify,
    /// is as its provider states it now.
    package func item(now item: Item) -> Item? {
        guard let download else { return nil }
        var item = item
        let sources = credits.compactMap { credit -> ItemSource? in
            guard let own = Attribution(credit.line) else { return nil }
            return ItemSource(id: credit.id ?? item.id, pageURL: own.page, attribution: own)
        }
        guard sources.count == credits.count, let first = sources.first else { return nil }
        item.title = title
        item.sources = sources
        item.attribution = first.attribution
        item.creator = first.attribution.creator
        item.licence = sources.map(\.attribution.licence).strictest
        item.renditions = [Rendition(.full, at: download.url)]
        return item
    }
}

extension Attribution {
    /// Creates a credit from its parts; nil if it has no page or no source.
    fileprivate init?(_ line: CreditLine) {
        guard let page = line.page, let source = line.source else { return nil }
        self.init(
            title: line.title, page: page, source: source, creator: Known(line.creator),
            licence: Known(line.licence), serviceLine: line.serviceLine)
    }
}
