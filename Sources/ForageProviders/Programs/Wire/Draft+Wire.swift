internal import ForageCore
internal import JSON
internal import Platform

extension Draft {
    init(_ value: JSONValue) throws(WireFault) {
        try value.checkMembers([
            "id", "kind", "title", "page", "summary", "renditions", "creator", "licence", "source",
            "catalogue", "published", "tags", "collection", "duration", "place", "camera", "blurHash",
            "altText", "mature",
            "downloadNotice",
        ])
        self.init(
            localID: try value["id"].required("text", \.text),
            kind: try value["kind"].required(Kind.words) { $0.string.flatMap(Kind.init(rawValue:)) },
            title: try value["title"].required("text", \.string),
            page: try value["page"].required("a web address", \.webURL))
        summary = try value["summary"].optional("text", \.string)
        renditions = try value["renditions"].list { (value) throws(WireFault) in try Rendition(value) }
        creator = try value["creator"].optional("a name with a url", Creator.init(wire:))
        licence = try value["licence"].optional("an id with a name", Licence.init(wire:))
        via = try value["source"].optional("a name with a url", NamedLink.init(wire:))
        catalogue = try value["catalogue"].optional("a provider's name") {
            $0.string.flatMap { ProviderID($0) }
        }
        publishedAt = try value["published"].optional("a time as ISO 8601 has it", \.time)
        tags = try value["tags"].list { (tag) throws(WireFault) in try tag.required("text", \.string) }
        collection = try value["collection"].optional("text", \.string)
        duration = try value["duration"].optional("a number of seconds") { $0.duration }
        place = try value["place"].optional("a place", Place.init(wire:))
        camera = try value["camera"].optional("a camera", Camera.init(wire:))
        blurHash = try value["blurHash"].optional("a BlurHash") { $0.string.flatMap { BlurHash($0) } }
        altText = try value["altText"].optional("text", \.string)
        isMature = try value["mature"].optional("true or false", \.bool)
        downloadNotice = try value["downloadNotice"].optional("a web address", \.webURL)
    }
}

extension Kind {
    fileprivate static var words: String { "one of \(allCases.map(\.rawValue).joined(separator: ", "))" }
}

extension JSONValue {
    fileprivate var duration: Duration? {
        double.flatMap { (0...1_000_000_000).contains($0) ? .milliseconds(Int($0 * 1_000)) : nil }
    }
}

extension Rendition {
    fileprivate init(_ value: JSONValue) throws(WireFault) {
        try value.checkMembers(["role", "url", "mediaType", "width", "height", "template"])
        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
        self.init(
            try value["role"].required("one of \(roles)") { $0.string.flatMap(Role.init(rawValue:)) },
            at: try value["url"].required("a web address", \.webURL),
            mediaType: try value["mediaType"].optional("text", \.string),
            size: value.pixelSize(width: "width", height: "height"),
            template: try value["template"].optional("a template") { $0.string.flatMap(URLTemplate.init) })
    }
}

extension Creator {
    fileprivate init?(wire value: JSONValue) throws(WireFault) {
        try value.checkMembers(["name", "url"])
        self.init(
            name: try value["name"].required("text", \.string),
            url: try value["url"].optional("a web address", \.webURL))
    }
}

extension Licence {
    fileprivate init?(wire value: JSONValue) throws(WireFault) {
        try value.checkMembers(["id", "name", "url"])
        self.init(
            id: try value["id"].required("text", \.string),
            name: try value["name"].required("text", \.string),
            url: try value["url"].optional("a web address", \.webURL))
    }
}

extension NamedLink {
    fileprivate init?(wire value: JSONValue) throws(WireFault) {
        try value.checkMembers(["name", "url"])
        self.init(
            try value["name"].required("text", \.string), try value["url"].required("a web address", \.webURL)
        )
    }
}

extension Place {
    fileprivate init?(wire value: JSONValue) throws(WireFault) {
        try value.checkMembers(["name", "latitude", "longitude"])
        self.init(
            name: try value["name"].optional("text", \.string),
            latitude: try value["latitude"].optional("a number", \.double),
            longitude: try value["longitude"].optional("a number", \.double))
    }
}

extension Camera {
    fileprivate init?(wire value: JSONValue) throws(WireFault) {
        try value.checkMembers(["name", "exposure", "aperture", "focalLength", "iso"])
        self.init(
            name: try value["name"].optional("text", \.string),
            exposure: try value["exposure"].optional("text", \.string),
            aperture: try value["aperture"].optional("text", \.string),
            focalLength: try value["focalLength"].optional("text", \.string),
            iso: try value["iso"].optional("a number", \.int))
    }
}
