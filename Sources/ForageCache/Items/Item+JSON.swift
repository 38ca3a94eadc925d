package import ForageCore
internal import JSON
internal import Platform

extension Item {
    /// Reads an item that was kept; nil for bytes that are not what was written.
    ///
    /// It is built of a draft and its credit like any other, so that none comes out of a store without one.
    package init?(id: ItemID, written bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes, mode: .strict).root,
            let draft = Draft(id.local, root), let credit = Attribution(root["credit"])
        else { return nil }
        self.init(draft, credit: credit, from: id.provider)
    }
}

extension Item {
    /// The item as it is kept: all that its provider brought, in JSON. Its id is kept beside it.
    package var written: [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("kind", kind.rawValue)
                writer.member("title", title)
                writer.member("page", pageURL.text)
                writer.member("summary", summary)
                writer.member("catalogue", declaredCatalogue?.name)
                writer.member("collection", collection)
                writer.member("published", publishedAt?.timeIntervalSinceReferenceDate)
                writer.member("download", downloadNotice?.text)
                writer.member("tags", list: tags) { $0.string($1) }
                writer.member("renditions", list: renditions) { $0.rendition($1) }
                writer.member("duration", duration) { $0.duration($1) }
                writer.member("place", place) { $0.place($1) }
                writer.member("camera", camera) { $0.camera($1) }
                writer.member("blurHash", blurHash?.description)
                writer.member("altText", altText)
                writer.member("mature", isMature)
                writer.key("credit")
                attribution.write(to: &writer)
            }
        }
    }
}

extension Draft {
    fileprivate init?(_ localID: String, _ value: JSONValue) {
        guard let kind = value["kind"].string.flatMap(Kind.init(rawValue:)),
            let title = value["title"].string, let page = value["page"].webURL
        else { return nil }
        self.init(localID: localID, kind: kind, title: title, page: page)
        summary = value["summary"].string
        catalogue = value["catalogue"].string.flatMap { ProviderID($0) }
        collection = value["collection"].string
        publishedAt = value["published"].double.map(Date.init(timeIntervalSinceReferenceDate:))
        downloadNotice = value["download"].webURL
        tags = value["tags"].elements.compactMap(\.string)
        renditions = value["renditions"].elements.compactMap(Rendition.init)
        duration = Duration(value["duration"])
        place = Place(value["place"])
        camera = Camera(value["camera"])
        blurHash = value["blurHash"].string.flatMap { BlurHash($0) }
        altText = value["altText"].string
        isMature = value["mature"].bool
    }
}

extension Rendition {
    fileprivate init?(_ value: JSONValue) {
        guard let role = value["role"].string.flatMap(Role.init(rawValue:)), let url = value["url"].webURL
        else { return nil }
        self.init(
            role, at: url, mediaType: value["type"].string,
            size: value.pixelSize(width: "width", height: "height"),
            template: value["template"].string.flatMap(URLTemplate.init))
        sizeSource = value["sizeBy"].string.flatMap(SizeSource.init(rawValue:))
    }
}

extension Duration {
    fileprivate init?(_ value: JSONValue) {
        guard let seconds = value[0].int, let attoseconds = value[1].int else { return nil }
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    }
}

extension Place {
    fileprivate init?(_ value: JSONValue) {
        self.init(
            name: value["name"].string, latitude: value["latitude"].double,
            longitude: value["longitude"].double)
    }
}

extension Camera {
    fileprivate init?(_ value: JSONValue) {
        self.init(
            name: value["name"].string, exposure: value["exposure"].string,
            aperture: value["aperture"].string, focalLength: value["focalLength"].string,
            iso: value["iso"].int)
    }
}

extension JSONWriter {
    fileprivate mutating func rendition(_ rendition: Rendition) {
        object { writer in
            writer.member("role", rendition.role.rawValue)
            writer.member("url", rendition.url.text)
            writer.member("type", rendition.mediaType)
            writer.member("width", rendition.size?.width)
            writer.member("height", rendition.size?.height)
            writer.member("sizeBy", rendition.sizeSource?.rawValue)
            writer.member("template", rendition.template?.text)
        }
    }

    fileprivate mutating func duration(_ duration: Duration) {
        array { writer in
            writer.number(Int(duration.components.seconds))
            writer.number(Int(duration.components.attoseconds))
        }
    }

    fileprivate mutating func place(_ place: Place) {
        object { writer in
            writer.member("name", place.name)
            writer.member("latitude", place.latitude)
            writer.member("longitude", place.longitude)
        }
    }

    fileprivate mutating func camera(_ camera: Camera) {
        object { writer in
            writer.member("name", camera.name)
            writer.member("exposure", camera.exposure)
            writer.member("aperture", camera.aperture)
            writer.member("focalLength", camera.focalLength)
            writer.member("iso", camera.iso)
        }
    }
}
