internal import Essentials
internal import ForageCore

extension SourceAnswer {
    /// Reads what was read once; nil for bytes that are not what was written under this heading.
    ///
    /// - Parameters:
    ///   - bytes: What ``written(under:)`` made.
    ///   - heading: What has to be as it was.
    ///   - provider: Whose answer it is.
    init?(written bytes: [UInt8], under heading: [UInt8], of provider: ProviderID) {
        guard let bytes = Checksum.opened(bytes), bytes.starts(with: heading) else { return nil }
        var reader = ReadingReader(Array(bytes), from: heading.count)
        do throws(ReadingReader.Damage) {
            self.init(outcome: Outcome(provider, .empty))
            next = try reader.text()
            total = try reader.integer()
            items = try reader.list { (reader) throws(ReadingReader.Damage) in try reader.item(of: provider) }
            related = RelatedQueries(
                try reader.list { (reader) throws(ReadingReader.Damage) in try reader.requiredText() })
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
        if !items.isEmpty { outcome.result = .answered(items.count) }
    }
}

extension ReadingReader {
    /// An item, built of a draft and its credit like any other, so that none is without one.
    fileprivate mutating func item(of provider: ProviderID) throws(Damage) -> Item {
        let draft = try draft()
        return try required(Item(draft, credit: credit(), from: provider))
    }

    private mutating func draft() throws(Damage) -> Draft {
        var draft = Draft(
            localID: try requiredText(), kind: try required(Kind(rawValue: requiredText())),
            title: try requiredText(), page: try requiredURL())
        draft.summary = try text()
        draft.catalogue = try text().flatMap { ProviderID($0) }
        draft.collection = try text()
        draft.publishedAt = try double().map(Date.init(timeIntervalSinceReferenceDate:))
        draft.downloadNotice = try url()
        draft.tags = try list { (reader) throws(Damage) in try reader.requiredText() }
        draft.renditions = try list { (reader) throws(Damage) in try reader.rendition() }
        draft.duration = try optional { (reader) throws(Damage) in try reader.duration() }
        draft.place = try optional { (reader) throws(Damage) in try reader.place() }
        draft.camera = try optional { (reader) throws(Damage) in try reader.camera() }
        draft.blurHash = try text().flatMap { BlurHash($0) }
        draft.altText = try text()
        draft.isMature = try optional { (reader) throws(Damage) in try reader.count() == 1 }
        return draft
    }

    private mutating func rendition() throws(Damage) -> Rendition {
        let role = try required(Rendition.Role(rawValue: requiredText()))
        var rendition = Rendition(
            role, at: try requiredURL(), mediaType: try text(),
            size: PixelSize(width: try count(), height: try count()))
        rendition.sizeSource = try text().flatMap(Rendition.SizeSource.init(rawValue:))
        if let template = try text() { rendition.template = try required(URLTemplate(template)) }
        return rendition
    }

    private mutating func duration() throws(Damage) -> Duration {
        Duration(
            secondsComponent: Int64(bitPattern: try word()),
            attosecondsComponent: Int64(bitPattern: try word()))
    }

    private mutating func place() throws(Damage) -> Place {
        try required(Place(name: text(), latitude: double(), longitude: double()))
    }

    private mutating func camera() throws(Damage) -> Camera {
        try required(
            Camera(name: text(), exposure: text(), aperture: text(), focalLength: text(), iso: integer()))
    }

    private mutating func credit() throws(Damage) -> Attribution {
        Attribution(
            title: try requiredText(), page: try requiredURL(), source: try link(),
            creator: Stated(try optional { (reader) throws(Damage) in try reader.creator() }),
            licence: Stated(try optional { (reader) throws(Damage) in try reader.licence() }),
            serviceLine: try optional { (reader) throws(Damage) in try reader.link() })
    }

    private mutating func creator() throws(Damage) -> Creator {
        try required(Creator(name: requiredText(), url: url()))
    }

    private mutating func licence() throws(Damage) -> Licence {
        Licence(id: try requiredText(), name: try requiredText(), url: try url())
    }

    private mutating func link() throws(Damage) -> NamedLink {
        NamedLink(try requiredText(), try requiredURL())
    }
}
