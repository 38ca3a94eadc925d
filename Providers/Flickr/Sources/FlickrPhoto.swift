internal import ForageCore
internal import Markup
internal import Platform

/// Reads a photo from a list or from its own record. Both have the same facts in different forms.
enum FlickrPhoto {
    /// Returns the item of a photo in a list; nil for a video.
    static func draft(of photo: Field) throws(ProviderError) -> Draft? {
        guard var draft = try commonDraft(of: photo) else { return nil }
        draft.publishedAt = photo["dateupload"].uploadTime
        draft.tags = withoutMachineTags(photo["tags"].text?.spacedParts.map(String.init) ?? [])
        draft.place = photo.place(named: nil)
        let files = listedFiles(of: photo)
        draft.renditions = files.isEmpty ? usualFiles(of: photo) : files
        return draft
    }

    /// Returns the item of a photo in its own record, whose files are in another answer; nil for a video.
    static func fullDraft(of photo: Field) throws(ProviderError) -> Draft? {
        guard var draft = try commonDraft(of: photo) else { return nil }
        let (tags, location) = (photo["tags"]["tag"], photo[ifPresent: "location"])
        draft.publishedAt = photo["dates"]["posted"].uploadTime
        draft.tags = withoutMachineTags(tags.elements.compactMap { $0["raw"].text ?? $0["_content"].text })
        let parts = ["neighbourhood", "locality", "region", "country"].compactMap {
            location[ifPresent: $0][ifPresent: "_content"].line
        }
        draft.place = location.place(named: parts.isEmpty ? nil : parts.joined(separator: ", "))
        draft.renditions = usualFiles(of: photo)
        return draft
    }

    private static func commonDraft(of photo: Field) throws(ProviderError) -> Draft? {
        guard photo["media"].text != "video" else { return nil }
        let id = try photo["id"].required(\.textOrNumber)
        let owner = photo["owner"]
        let ownerID = try (owner.isObject ? owner["nsid"] : owner).required(\.textOrNumber)
        let path = PercentEncoding.encode(ownerID, keeping: "@")
        let page = WebURL("https://www.flickr.com/photos/\(path)/\(PercentEncoding.encode(id))")
        guard let page else { throw .missing(photo["id"]) }
        var draft = Draft(localID: id, kind: .photo, title: photo["title"].content ?? "Untitled", page: page)
        draft.summary = photo["description"].content?.withoutMarkup
        let names = owner.isObject ? [owner["username"], owner[ifPresent: "realname"]] : [photo["ownername"]]
        draft.creator = Creator(
            name: names.lazy.compactMap(\.text).first, url: WebURL("https://www.flickr.com/people/\(path)/"))
        draft.licence = photo["license"].int.flatMap { Licence(flickr: $0) }
        return draft
    }

    /// Returns the tags that people wrote. Those of machines have the form `vision:outdoor=0853`.
    private static func withoutMachineTags(_ tags: [String]) -> [String] {
        tags.filter { !($0.utf8.contains(UInt8(ascii: ":")) && $0.utf8.contains(UInt8(ascii: "="))) }
    }
}

extension Field {
    /// A text, which is a plain text in lists and `{"_content": "…"}` elsewhere.
    fileprivate var content: String? {
        (isObject ? self["_content"] : self).visibleText?.withSingleSpaces
    }

    /// A time: seconds since 1970, or `2013-11-02 15:58:24` in UTC. Times before the service existed are invalid.
    fileprivate var uploadTime: Date? {
        let time =
            int.map { Date(timeIntervalSince1970: Double($0)) }
            ?? text.flatMap { Date(iso8601: $0.spacedParts.joined(separator: "T") + "Z") }
        let years2004To9999 = 1_072_915_200...253_402_300_799.0
        return time.flatMap { years2004To9999.contains($0.timeIntervalSince1970) ? $0 : nil }
    }
}

// MARK: - Files

extension FlickrPhoto {
    /// The additional members that are requested for each photo in a list.
    static let extras =
        ["description", "license", "date_upload", "owner_name", "tags", "geo", "media"]
        + files.map { "url_\($0.name)" } + ["url_o"]

    /// The names of the files, with the length of the longer side.
    private static let files: [(name: String, edge: Int, role: Rendition.Role)] = [
        ("t", 100, .thumbnail), ("q", 150, .thumbnail), ("s", 240, .small), ("n", 320, .small),
        ("w", 400, .small), ("m", 500, .regular), ("z", 640, .regular), ("c", 800, .regular),
        ("l", 1024, .large), ("h", 1600, .large), ("k", 2048, .full),
    ]

    /// Returns the files of a photo in a list: `url_z` with `width_z` and `height_z`.
    private static func listedFiles(of photo: Field) -> [Rendition] {
        // All photos have two of the files. A look-up for each of the others would take longer.
        let names = ["q", "m"] + photo.members(startingWith: "url_").map(\.ending)
        let files = files.filter { names.contains($0.name) }.compactMap { name, _, role in
            let size = photo.pixelSize(width: "width_\(name)", height: "height_\(name)")
            return photo["url_\(name)"].file.map { Rendition(role, at: $0, size: size) }
        }
        guard let original = photo[ifPresent: "url_o"].file else { return files }
        let width = photo[ifPresent: "width_o"].int ?? photo[ifPresent: "o_width"].int
        let height = photo[ifPresent: "height_o"].int ?? photo[ifPresent: "o_height"].int
        return files + [Rendition(.original, at: original, size: PixelSize(width: width, height: height))]
    }

    /// Returns the two files that every photo has. Their addresses are composed of other members.
    private static func usualFiles(of photo: Field) -> [Rendition] {
        let parts = ["server", "id", "secret"].compactMap { photo[$0].textOrNumber }
            .map { PercentEncoding.encode($0) }
        guard parts.count == 3 else { return [] }
        let address = "https://live.staticflickr.com/\(parts[0])/\(parts[1])_\(parts[2])"
        return [(.thumbnail, "_q.jpg"), (.regular, ".jpg")].compactMap { role, ending in
            WebURL(address + ending).map { Rendition(role, at: $0) }
        }
    }

    /// Returns a file from the list of a photo's sizes; nil for a video.
    static func file(of record: Field) throws(ProviderError) -> Rendition? {
        guard record[ifPresent: "media"].text != "video" else { return nil }
        let size = record.pixelSize(width: "width", height: "height")
        let edge = size.map { max($0.width, $0.height) } ?? 500
        let role = files.first { edge <= $0.edge }?.role ?? .full
        return Rendition(
            record["label"].text == "Original" ? .original : role,
            at: try record["source"].required(\.file), size: size)
    }

    /// Returns the number of the photo in the address of a file. The secret and the host vary between sizes:
    /// `live.staticflickr.com/65535/5001_0a1b2c_b.jpg`.
    @Sendable static func pictureName(at url: WebURL) -> String? {
        let number = url.steps.last?.prefix { $0 != "_" } ?? ""
        return number.utf8.count >= 4 && number.allSatisfy { ("0"..."9").contains($0) } ? String(number) : nil
    }
}

extension Field {
    /// The address of a file. Insecure addresses in old records become secure ones.
    fileprivate var file: WebURL? {
        webURL.flatMap { $0.isSecure ? $0 : WebURL("https" + $0.text.dropFirst("http".count)) }
    }
}
