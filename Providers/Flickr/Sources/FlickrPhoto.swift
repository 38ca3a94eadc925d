internal import ForageCore
internal import Markup

/// Reads a photo from a list or from its own record. Both have the same facts in different forms.
enum FlickrPhoto {
    /// Returns the item of a photo in a list; nil for a video.
    static func draft(of photo: Field) throws(ProviderError) -> Draft? {
        var draft = try draft(
            of: photo, uploaded: photo["dateupload"],
            tags: photo["tags"].text?.split(separator: " ").map(String.init) ?? [],
            place: photo.place(named: []))
        let files = listedFiles(of: photo)
        if !files.isEmpty { draft?.renditions = files }
        return draft
    }

    /// Returns the item of a photo in its own record, whose files are in another answer; nil for a video.
    static func fullDraft(of photo: Field) throws(ProviderError) -> Draft? {
        let location = photo[ifPresent: "location"]
        let parts = ["neighbourhood", "locality", "region", "country"].compactMap {
            location[ifPresent: $0][ifPresent: "_content"].line
        }
        return try draft(
            of: photo, uploaded: photo["dates"]["posted"],
            tags: photo["tags"]["tag"].elements.compactMap { $0["raw"].text ?? $0["_content"].text },
            place: location.place(named: parts))
    }

    private static func draft(
        of photo: Field, uploaded time: Field, tags: [String], place: Place?
    ) throws(ProviderError) -> Draft? {
        guard photo["media"].text != "video" else { return nil }
        let id = try photo["id"].required(\.textOrNumber)
        let owner = photo["owner"]
        let ownerID = try (owner.isObject ? owner["nsid"] : owner).required(\.textOrNumber)
        let ownerPath = PercentEncoding.encode(ownerID, keeping: "@")
        let page = WebURL("https://www.flickr.com/photos/\(ownerPath)/\(PercentEncoding.encode(id))")
        guard let page else { throw .missing(photo["id"]) }
        var draft = Draft(localID: id, kind: .photo, title: photo["title"].content ?? "Untitled", page: page)
        draft.summary = photo["description"].content?.withoutMarkup
        let names = owner.isObject ? [owner["username"], owner[ifPresent: "realname"]] : [photo["ownername"]]
        draft.creator = Creator(
            name: names.lazy.compactMap(\.text).first,
            url: WebURL("https://www.flickr.com/people/\(ownerPath)/"))
        draft.licence = photo["license"].int.flatMap(Licence.flickr)
        draft.publishedAt = time.timestamp
        // Tags of machines have the form `vision:outdoor=0853`.
        draft.tags = tags.filter { !($0.contains(":") && $0.contains("=")) }
        draft.place = place
        draft.renditions = usualFiles(of: photo)
        return draft
    }
}

extension Field {
    /// A line of text, which is a plain text in lists and `{"_content": "…"}` elsewhere.
    fileprivate var content: String? { (isObject ? self["_content"] : self).visibleLine }
}

// MARK: - Files

extension FlickrPhoto {
    /// The additional members that are requested for each photo in a list.
    static let extras =
        ["description", "license", "date_upload", "owner_name", "tags", "geo", "media"]
        + files.map { "url_\($0)" }

    /// The names of the files, from the smallest to the original.
    private static let files = ["t", "q", "s", "n", "w", "m", "z", "c", "l", "h", "k", "o"]

    /// Returns the files of a photo in a list: `url_z` with `width_z` and `height_z`.
    private static func listedFiles(of photo: Field) -> [Rendition] {
        // All photos have two of the files. A look-up for each of the others would take longer.
        let names = ["q", "m"] + photo.members(startingWith: "url_").map(\.ending)
        return files.filter(names.contains).compactMap { name in
            let size = photo.pixelSize(width: "width_\(name)", height: "height_\(name)")
            let role = name == "o" ? .original : Rendition.Role(for: size)
            return photo["url_\(name)"].secureURL.map { Rendition(role, at: $0, size: size) }
        }
    }

    /// Returns the two files that every photo has. Their addresses are composed of other members.
    private static func usualFiles(of photo: Field) -> [Rendition] {
        let parts = ["server", "id", "secret"].compactMap { photo[$0].textOrNumber }.map {
            PercentEncoding.encode($0)
        }
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
        let role = record["label"].text == "Original" ? .original : Rendition.Role(for: size)
        return Rendition(role, at: try record["source"].required(\.secureURL), size: size)
    }

    /// Returns the number of the photo in the address of a file. The secret and the host vary between sizes:
    /// `live.staticflickr.com/65535/5001_0a1b2c_b.jpg`.
    @Sendable static func pictureName(at url: WebURL) -> String? {
        let number = url.steps.last?.prefix { $0 != "_" } ?? ""
        return number.utf8.count >= 4 && number.allSatisfy { ("0"..."9").contains($0) } ? String(number) : nil
    }
}
