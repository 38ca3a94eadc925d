package import JSON
internal import Platform

// Items as JSON: the item index and recordings store items in this form, and programs send drafts in it.

/// The origin of a document.
private enum DocumentOrigin {
    /// Forage wrote it, with times and durations in full precision.
    case kept
    /// A program wrote it, as `docs/programs.md` describes.
    case program
}

extension Item {
    /// The item as JSON, with all data from its provider and its credit. Its ID is stored separately.
    package var document: [UInt8] {
        JSONWriter.objectBytes { writer in
            writer.content(of: Draft(self), from: .kept)
            writer.key("credit")
            attribution.write(to: &writer)
        }
    }

    /// Reads a stored item; nil for bytes in another form.
    ///
    /// Like any other item, it is created from a draft and a credit, so that a stored item always has a credit.
    package init?(id: ItemID, document bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes, mode: .strict).root,
            let draft = try? Draft(root, localID: id.local, from: .kept),
            let credit = Attribution(root["credit"])
        else { return nil }
        self.init(draft, credit: credit, from: id.provider)
    }
}

extension Draft {
    /// Writes the draft as a program would.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", localID)
            writer.content(of: self, from: .program)
            if let creator { writer.named("creator", creator.name, at: creator.url) }
            if let licence { writer.named("licence", licence.name, at: licence.url, id: licence.id) }
            if let via { writer.named("source", via.name, at: via.url) }
        }
    }

    /// Reads a draft that a program wrote; an unknown member is an error.
    ///
    /// - Parameter value: The draft.
    /// - Throws: ``DocumentError`` if the value is not a draft.
    package init(program value: JSONValue) throws(DocumentError) {
        try value.checkMembers([
            "id", "kind", "title", "page", "summary", "renditions", "creator", "licence", "source",
            "catalogue", "published", "tags", "collection", "duration", "place", "camera", "blurHash",
            "altText", "mature", "downloadNotice", "chapters", "transcript",
        ])
        try self.init(value, localID: try value["id"].required("text", \.text), from: .program)
        creator = try value["creator"].optional("a name with a url", Creator.init(document:))
        licence = try value["licence"].optional("an id with a name", Licence.init(document:))
        via = try value["source"].optional("a name with a url", NamedLink.init(document:))
    }

    /// The data of the item without its credit.
    fileprivate init(_ item: Item) {
        self.init(localID: item.id.local, kind: item.kind, title: item.title, page: item.pageURL)
        summary = item.summary
        renditions = item.renditions
        catalogue = item.declaredCatalogue
        publishedAt = item.publishedAt
        tags = item.tags
        collection = item.collection
        duration = item.duration
        place = item.place
        camera = item.camera
        chapters = item.chapters
        transcript = item.transcript
        blurHash = item.blurHash
        altText = item.altText
        isMature = item.isMature
        downloadNotice = item.downloadNotice
    }

    /// Reads everything except the credit.
    fileprivate init(
        _ value: JSONValue, localID: String, from origin: DocumentOrigin
    ) throws(DocumentError) {
        self.init(
            localID: localID,
            kind: try value["kind"].required(Kind.words) { $0.string.flatMap(Kind.init(rawValue:)) },
            title: try value["title"].required("text", \.string),
            page: try value["page"].required("a web address", \.webURL))
        summary = try value["summary"].optional("text", \.string)
        renditions = try value["renditions"].list { (value) throws(DocumentError) in
            try Rendition(value, from: origin)
        }
        catalogue = try value["catalogue"].optional("a provider's name") {
            $0.string.flatMap { ProviderID($0) }
        }
        publishedAt = try value["published"].optional("a time in ISO 8601 format") {
            origin == .kept ? $0.double.map(Date.init(timeIntervalSinceReferenceDate:)) : $0.time
        }
        tags = try value["tags"].list { (tag) throws(DocumentError) in try tag.required("text", \.string) }
        collection = try value["collection"].optional("text", \.string)
        duration = try value["duration"].optional("a number of seconds") {
            origin == .kept ? $0.exactDuration : $0.duration
        }
        place = try value["place"].optional("a place", Place.init(document:))
        camera = try value["camera"].optional("a camera", Camera.init(document:))
        chapters = try value["chapters"].optional("a web address", \.webURL)
        transcript = try value["transcript"].optional("a web address", \.webURL)
        blurHash = try value["blurHash"].optional("a BlurHash") { $0.string.flatMap { BlurHash($0) } }
        altText = try value["altText"].optional("text", \.string)
        isMature = try value["mature"].optional("true or false", \.bool)
        downloadNotice = try value["downloadNotice"].optional("a web address", \.webURL)
    }
}

// MARK: - Parts that are written

extension JSONWriter {
    /// Writes everything except the ID and the credit.
    fileprivate mutating func content(of draft: Draft, from origin: DocumentOrigin) {
        member("kind", draft.kind.rawValue)
        member("title", draft.title)
        member("page", draft.page.text)
        member("summary", draft.summary)
        member("catalogue", draft.catalogue?.name)
        member("collection", draft.collection)
        if let date = draft.publishedAt {
            switch origin {
            case .kept: member("published", date.timeIntervalSinceReferenceDate)
            case .program: member("published", date.iso8601)
            }
        }
        member("downloadNotice", draft.downloadNotice?.text)
        member("tags", all: draft.tags) { $0.string($1) }
        member("renditions", all: draft.renditions) { $0.rendition($1, from: origin) }
        member("duration", draft.duration) { $0.duration($1, from: origin) }
        member("place", draft.place) { $0.place($1) }
        member("camera", draft.camera) { $0.camera($1) }
        member("chapters", draft.chapters?.text)
        member("transcript", draft.transcript?.text)
        member("blurHash", draft.blurHash?.description)
        member("altText", draft.altText)
        member("mature", draft.isMature)
    }

    private mutating func rendition(_ rendition: Rendition, from origin: DocumentOrigin) {
        object { writer in
            writer.member("role", rendition.role.rawValue)
            writer.member("url", rendition.url.text)
            writer.member("mediaType", rendition.mediaType)
            writer.member("width", rendition.size?.width)
            writer.member("height", rendition.size?.height)
            if origin == .kept { writer.member("sizeBy", rendition.sizeSource?.rawValue) }
            writer.member("template", rendition.template?.text)
        }
    }

    /// Writes a duration; a stored one keeps fractions of a second that a JSON number would lose.
    private mutating func duration(_ duration: Duration, from origin: DocumentOrigin) {
        guard origin == .kept else { return number((duration / .milliseconds(1)).rounded() / 1_000) }
        array { writer in
            writer.number(Int(duration.components.seconds))
            writer.number(Int(duration.components.attoseconds))
        }
    }

    private mutating func place(_ place: Place) {
        object { writer in
            writer.member("name", place.name)
            writer.member("latitude", place.latitude)
            writer.member("longitude", place.longitude)
        }
    }

    private mutating func camera(_ camera: Camera) {
        object { writer in
            writer.member("name", camera.name)
            writer.member("exposure", camera.exposure)
            writer.member("aperture", camera.aperture)
            writer.member("focalLength", camera.focalLength)
            writer.member("iso", camera.iso)
        }
    }
}

// MARK: - Parts that are read

extension Kind {
    fileprivate static var words: String { "one of \(allCases.map(\.rawValue).joined(separator: ", "))" }
}

extension JSONValue {
    fileprivate var duration: Duration? {
        double.flatMap { (0...1_000_000_000).contains($0) ? .milliseconds(Int($0 * 1_000)) : nil }
    }

    fileprivate var exactDuration: Duration? {
        guard let seconds = self[0].int, let attoseconds = self[1].int else { return nil }
        return Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    }
}

extension Rendition {
    /// Reads a rendition. Only a stored one states whether its size was measured, since programs do not measure.
    fileprivate init(_ value: JSONValue, from origin: DocumentOrigin) throws(DocumentError) {
        try value.checkMembers(
            ["role", "url", "mediaType", "width", "height", "template"]
                + (origin == .kept ? ["sizeBy"] : []))
        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
        self.init(
            try value["role"].required("one of \(roles)") { $0.string.flatMap(Role.init(rawValue:)) },
            at: try value["url"].required("a web address", \.webURL),
            mediaType: try value["mediaType"].optional("text", \.string),
            size: value.pixelSize(width: "width", height: "height"),
            template: try value["template"].optional("a template") { $0.string.flatMap(URLTemplate.init) })
        let source = try value["sizeBy"].optional("service or measured") {
            $0.string.flatMap(SizeSource.init(rawValue:))
        }
        if let source { sizeSource = source }
    }
}

extension Creator {
    fileprivate init?(document value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["name", "url"])
        self.init(
            name: try value["name"].required("text", \.string),
            url: try value["url"].optional("a web address", \.webURL))
    }
}

extension Licence {
    fileprivate init?(document value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["id", "name", "url"])
        self.init(
            id: try value["id"].required("text", \.string),
            name: try value["name"].required("text", \.string),
            url: try value["url"].optional("a web address", \.webURL))
    }
}

extension NamedLink {
    fileprivate init?(document value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["name", "url"])
        self.init(
            try value["name"].required("text", \.string), try value["url"].required("a web address", \.webURL)
        )
    }
}

extension Place {
    fileprivate init?(document value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["name", "latitude", "longitude"])
        self.init(
            name: try value["name"].optional("text", \.string),
            latitude: try value["latitude"].optional("a number", \.double),
            longitude: try value["longitude"].optional("a number", \.double))
    }
}

extension Camera {
    fileprivate init?(document value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["name", "exposure", "aperture", "focalLength", "iso"])
        self.init(
            name: try value["name"].optional("text", \.string),
            exposure: try value["exposure"].optional("text", \.string),
            aperture: try value["aperture"].optional("text", \.string),
            focalLength: try value["focalLength"].optional("text", \.string),
            iso: try value["iso"].optional("a number", \.int))
    }
}
