internal import ForageCore
internal import JSON

/// The names in a list for a file of a photo: `url_z` with `width_z` and `height_z`.
final class ListedFile: Sendable {
    let name: String
    /// The length of the longer side if a record does not state it.
    let edge: Int
    let widthKey: String
    let heightKey: String

    private init(_ name: String, edge: Int) {
        self.name = name
        self.edge = edge
        widthKey = "width_" + name
        heightKey = "height_" + name
    }

    /// The prefix of the keys of all addresses.
    static let beginning = "url_"

    var isOriginal: Bool { name == "o" }

    /// All files, from the smallest to the original.
    static let all = [
        ("sq", 75), ("t", 100), ("q", 150), ("s", 240), ("n", 320), ("w", 400), ("m", 500), ("z", 640),
        ("c", 800), ("l", 1024), ("h", 1600), ("k", 2048), ("3k", 3072), ("4k", 4096), ("f", 4096),
        ("5k", 5120), ("6k", 6144), ("o", 0),
    ].map { ListedFile($0, edge: $1) }
}

extension JSONValue {
    /// The files that a record in a list contains.
    var renditions: [Rendition] {
        let addresses = members(startingWith: ListedFile.beginning)
        var renditions: [Rendition] = []
        renditions.reserveCapacity(addresses.count)
        for listed in ListedFile.all where renditions.count < addresses.count {
            guard let address = addresses.first(where: { $0.ending == listed.name }),
                let rendition = rendition(listed, at: address.value)
            else { continue }
            renditions.append(rendition)
        }
        return renditions
    }

    private func rendition(_ listed: ListedFile, at address: JSONValue) -> Rendition? {
        guard let url = address.file else { return nil }
        let size =
            pixelSize(width: listed.widthKey, height: listed.heightKey)
            ?? (listed.isOriginal ? pixelSize(width: "o_width", height: "o_height") : nil)
        let role = listed.isOriginal ? .original : Rendition.Role(edge: size.map(\.edge) ?? listed.edge)
        return Rendition(role, at: url, size: size)
    }

    /// Returns the two files that every photo has. Their addresses are composed of other members.
    func files(of id: String) -> [Rendition] {
        guard let server = self["server"].name, let secret = self["secret"].name else { return [] }
        let path = String(
            joining: [
                PercentEncoding.encode(server), "/", PercentEncoding.encode(id), "_",
                PercentEncoding.encode(secret),
            ])
        let files = [(Rendition.Role.thumbnail, "_q.jpg"), (.regular, ".jpg")]
        return files.compactMap { role, ending in
            WebURL(String(joining: ["https://live.staticflickr.com/", path, ending])).map {
                Rendition(role, at: $0)
            }
        }
    }

    /// Returns a file from the list of a photo's sizes; nil for a video.
    func sizeRecord() throws(ProviderError) -> Rendition? {
        guard self["media"].text != "video" else { return nil }
        let size = pixelSize(width: "width", height: "height")
        let role =
            self["label"].text == "Original" ? .original : Rendition.Role(edge: size.map(\.edge) ?? 500)
        return Rendition(role, at: try self["source"].required(\.file), size: size)
    }

    /// The address of a file. Insecure addresses in old records become secure ones.
    private var file: WebURL? {
        guard let url = webURL else { return nil }
        guard !url.isSecure, url.host.hasSuffix("flickr.com") else { return url }
        return WebURL("https" + Substring(url.text.utf8.dropFirst("http".utf8.count)))
    }
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
