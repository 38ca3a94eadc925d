internal import ForageCore
internal import JSON

extension JSONValue {
    /// The files that a record of a list names: `url_z` with `width_z` and `height_z`.
    var renditions: [Rendition] {
        let names = endings(ofKeysStartingWith: "url_")
        return Self.sizes.filter { names.contains($0.name) }.compactMap { name, edge in
            guard let url = self["url_" + name].file else { return nil }
            let isOriginal = name == "o"
            let size =
                pixelSize(width: "width_" + name, height: "height_" + name)
                ?? (isOriginal ? pixelSize(width: "o_width", height: "o_height") : nil)
            let role = isOriginal ? .original : Rendition.Role(edge: size.map(\.edge) ?? edge)
            return Rendition(role, at: url, size: size)
        }
    }

    /// The two files that every photo has, their addresses made of the photo's parts.
    func files(of id: String) -> [Rendition] {
        guard let server = self["server"].name, let secret = self["secret"].name else { return [] }
        let path = "\(PercentEncoding.encode(server))/\(PercentEncoding.encode("\(id)_\(secret)"))"
        let files = [(Rendition.Role.thumbnail, "_q.jpg"), (.regular, ".jpg")]
        return files.compactMap { role, ending in
            WebURL("https://live.staticflickr.com/\(path)\(ending)").map { Rendition(role, at: $0) }
        }
    }

    /// One file as the list of a photo's sizes has it; nil for a video.
    func sizeRecord() throws(MissingField) -> Rendition? {
        guard self["media"].text != "video" else { return nil }
        let size = pixelSize(width: "width", height: "height")
        let role =
            self["label"].text == "Original" ? .original : Rendition.Role(edge: size.map(\.edge) ?? 500)
        return Rendition(role, at: try self["source"].required(\.file), size: size)
    }

    /// An address of a file; those of old records are not yet secure.
    private var file: WebURL? {
        guard let url = webURL else { return nil }
        guard !url.isSecure, url.host.hasSuffix("flickr.com") else { return url }
        return WebURL("https" + url.text.dropFirst("http".count))
    }

    /// How lists name the sizes, and how long the longer side is when a record does not say.
    private static let sizes: [(name: String, edge: Int)] = [
        ("sq", 75), ("t", 100), ("q", 150), ("s", 240), ("n", 320), ("w", 400), ("m", 500), ("z", 640),
        ("c", 800), ("l", 1024), ("h", 1600), ("k", 2048), ("3k", 3072), ("4k", 4096), ("f", 4096),
        ("5k", 5120), ("6k", 6144), ("o", 0),
    ]
}

extension PixelSize {
    fileprivate var edge: Int { max(width, height) }
}

extension Rendition.Role {
    fileprivate init(edge: Int) {
        switch edge {
        case ...150: self = .thumbnail
        case ...400: self = .small
        case ...800: self = .regular
        case ...1600: self = .large
        default: self = .full
        }
    }
}
