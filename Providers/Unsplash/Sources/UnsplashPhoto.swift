internal import ForageCore

/// Reads photos, as in a list or with all their details.
///
/// Only the id is always present. Sizes are null while a photo is being prepared, `alt_description` and `user` are
/// absent in older answers, and all details may be null.
enum UnsplashPhoto {
    /// Returns the item of a photo. A photo without files is invalid.
    static func draft(of photo: Field) throws(ProviderError) -> Draft {
        let id = try photo["id"].required(\.text)
        let renditions = renditions(of: photo)
        guard !renditions.isEmpty else { throw .missing(photo["urls"]) }
        let creator = creator(photo["user"])
        let (described, alternative) = (photo["description"], photo["alt_description"])
        let description = described.visibleText ?? alternative.visibleText
        let page =
            photo["links"]["html"].webURL
            ?? WebURL("https://unsplash.com/photos/\(PercentEncoding.encode(id))")
        guard let page else { throw .missing(photo["links"]["html"]) }
        var draft = Draft(localID: id, kind: .photo, title: description ?? title(by: creator), page: page)
        draft.summary = alternative.text == description ? nil : alternative.text
        draft.altText = alternative.visibleText
        draft.renditions = renditions
        draft.creator = creator
        draft.licence = licence(of: photo)
        draft.publishedAt = photo["created_at"].time
        draft.tags = tags(of: photo)
        draft.place = place(photo[ifPresent: "location"])
        draft.camera = camera(photo[ifPresent: "exif"])
        draft.blurHash = photo[ifPresent: "blur_hash"].text.flatMap { BlurHash($0) }
        draft.downloadNotice = photo["links"]["download_location"].webURL
        return draft
    }

    /// Returns the item of a photo with all its details, to which a place and a camera belong.
    static func fullDraft(of photo: Field) throws(ProviderError) -> Draft {
        var draft = try draft(of: photo)
        draft.place = place(photo["location"])
        draft.camera = camera(photo["exif"])
        return draft
    }

    /// Returns the title of a photo without a description.
    static func title(by creator: Creator?) -> String {
        creator.map { "Photo by \($0.name)" } ?? "Untitled photo"
    }

    private static func creator(_ user: Field) -> Creator? {
        let username = user["username"].text
        let parts = [user["first_name"].line, user["last_name"].line].compactMap(\.self).joined(
            separator: " ")
        let name = user["name"].line ?? (parts.isEmpty ? username : parts)
        let profile = username.flatMap { WebURL("https://unsplash.com/@\(PercentEncoding.encode($0))") }
        return Creator(name: name, url: user["links"]["html"].webURL ?? profile)
    }

    /// Returns the tags. Further information about each tag is not read, because it is much larger than the tag.
    private static func tags(of photo: Field) -> [String] {
        let lists = ["tags", "tags_preview", "photo_tags"].map { photo[ifPresent: $0] }
        let list = lists.first { $0.isList } ?? lists[0]
        return list.elements.prefix(30).compactMap { $0["title"].text }
    }

    private static func place(_ location: Field) -> Place? {
        let parts = [location["city"].text, location["country"].text].compactMap(\.self)
        let name = location["name"].text ?? location[ifPresent: "title"].text
        return location["position"].place(named: name.map { [$0] } ?? parts)
    }

    private static func camera(_ exif: Field) -> Camera? {
        Camera(
            name: exif["name"].text ?? cameraName(exif), exposure: exif["exposure_time"].textOrNumber,
            aperture: exif["aperture"].textOrNumber, focalLength: exif["focal_length"].textOrNumber,
            iso: exif["iso"].int)
    }

    /// Returns the maker and model. Most models already begin with their maker.
    private static func cameraName(_ exif: Field) -> String? {
        guard let model = exif["model"].text else { return exif["make"].text }
        guard let make = exif["make"].text, !model.lowercased().hasPrefix(make.lowercased()) else {
            return model
        }
        return "\(make) \(model)"
    }

    private static func licence(of photo: Field) -> Licence {
        let isPaidFor = [photo[ifPresent: "premium"].bool, photo[ifPresent: "plus"].bool].contains(true)
        return isPaidFor || photo["urls"]["raw"].webURL?.host == "plus.unsplash.com"
            ? Licence(
                id: "unsplash-plus", name: "Unsplash+ License", url: "https://unsplash.com/plus/license")
            : Licence(id: "unsplash", name: "Unsplash License", url: "https://unsplash.com/license")
    }
}

// MARK: - Files

extension UnsplashPhoto {
    private static func renditions(of photo: Field) -> [Rendition] {
        let size = photo.pixelSize(width: "width", height: "height")
        return files.compactMap { name, role, width in
            photo["urls"][name].webURL.map { url in
                let template = role == .original ? URLTemplate(url, addingQuery: anySize) : nil
                return Rendition(role, at: url, size: size?.fitting(width: width), template: template)
            }
        }
    }

    /// The names of the files, with the width of a file unless it is the photo's own width.
    private static let files: [(name: String, role: Rendition.Role, width: Int?)] = [
        ("thumb", .thumbnail, 200), ("small", .small, 400), ("regular", .regular, 1080), ("full", .full, nil),
        ("raw", .original, nil),
    ]

    /// The query of copies of the original, in a format that the client supports.
    private static let anySize = "w={width}&dpr={dpr}&fit=max&auto=format"

    /// Returns the name of the picture at an address: `photo-1509-ab?w=400&q=80` is a smaller `photo-1509-ab`, but a
    /// parameter that does not affect the size makes it another picture.
    @Sendable static func pictureName(at url: WebURL) -> String? {
        let steps = url.steps
        guard steps.count == 1 else { return nil }
        let others = url.queryItems.filter { !sizing.contains($0.prefix { $0 != "=" }) }
        return (steps + others.sorted()).joined(separator: "&")
    }

    private static let sizing: Set<Substring> = [
        "auto", "crop", "cs", "dl", "dpr", "fit", "fm", "h", "ixid", "ixlib", "q", "s", "w",
    ]
}

extension PixelSize {
    /// Returns the size of a copy. Pictures are never enlarged.
    fileprivate func fitting(width wanted: Int?) -> PixelSize? {
        guard let wanted, wanted < width else { return self }
        return PixelSize(width: wanted, height: max(1, (2 * height * wanted + width) / (2 * width)))
    }
}
