internal import ForageCore
internal import JSON

/// A photo, as in a list or with all its details.
///
/// Only the id is always present. Sizes are null while a photo is being prepared, `alt_description` and `user` are
/// absent in older answers, and all details may be null.
struct UnsplashPhoto {
    let json: JSONValue
    private let id: String

    init(_ json: JSONValue) throws(ProviderError) {
        self.json = json
        id = try json["id"].required(\.text)
    }

    /// The item of the photo. A photo without files is invalid.
    var draft: Draft {
        get throws(ProviderError) {
            let renditions = renditions
            guard !renditions.isEmpty else { throw .missing(json["urls"]) }
            let description = json["description"].visibleText ?? json["alt_description"].visibleText
            var draft = Draft(
                localID: id, kind: .photo, title: description ?? Self.title(by: creator),
                page: try page)
            let alternative = json["alt_description"].text
            draft.summary = alternative == description ? nil : alternative
            draft.altText = json["alt_description"].visibleText
            draft.renditions = renditions
            draft.creator = creator
            draft.licence = licence
            draft.publishedAt = json["created_at"].time
            draft.tags = tags
            draft.place = place
            draft.camera = camera
            draft.blurHash = json["blur_hash"].text.flatMap { BlurHash($0) }
            draft.downloadNotice = json["links"]["download_location"].webURL
            return draft
        }
    }

    /// Returns the title of a photo without a description.
    static func title(by creator: Creator?) -> String {
        creator.map { "Photo by \($0.name)" } ?? "Untitled photo"
    }

    private var page: WebURL {
        get throws(ProviderError) {
            let link =
                json["links"]["html"].webURL
                ?? WebURL("https://unsplash.com/photos/\(PercentEncoding.encode(id))")
            guard let link else { throw .missing(json["links"]["html"]) }
            return link
        }
    }

    private var creator: Creator? {
        let user = json["user"]
        let parts = [user["first_name"].text, user["last_name"].text].compactMap(\.self).joined(
            separator: " ")
        let username = user["username"].text
        let name = user["name"].text ?? (parts.isEmpty ? username : parts)
        let profile = username.flatMap { WebURL("https://unsplash.com/@\(PercentEncoding.encode($0))") }
        return Creator(
            name: name?.withSingleSpaces,
            url: user["links"]["html"].webURL ?? profile)
    }

    /// The tags. Further information about each tag is not read, because it is much larger than the tag.
    private var tags: [String] {
        let lists = ["tags", "tags_preview", "photo_tags"].map { json[$0] }
        guard let list = lists.first(where: { $0.kind == .array }) else { return [] }
        return list.elements.prefix(30).compactMap { $0["title"].text }.distinct
    }
}

/// The place of a photo and the camera, which only a full record contains.
extension UnsplashPhoto {
    var place: Place? {
        let location = json["location"]
        let parts = [location["city"].text, location["country"].text].compactMap(\.self).joined(
            separator: ", ")
        let name = location["name"].text ?? location["title"].text ?? (parts.isEmpty ? nil : parts)
        return location["position"].place(named: name)
    }

    var camera: Camera? {
        let exif = json["exif"]
        return Camera(
            name: exif["name"].text ?? cameraName, exposure: exif["exposure_time"].measure,
            aperture: exif["aperture"].measure, focalLength: exif["focal_length"].measure,
            iso: exif["iso"].flexibleInt)
    }

    /// The maker and model. Most models already begin with their maker.
    private var cameraName: String? {
        let make = json["exif"]["make"].text
        guard let model = json["exif"]["model"].text else { return make }
        guard let make, !model.lowercased().hasPrefix(make.lowercased()) else { return model }
        return "\(make) \(model)"
    }
}

extension UnsplashPhoto {
    /// The documented members of a photo in a list.
    static let shape: RecordShape = [
        "created_at": .text, "width": .number.orNothing, "height": .number.orNothing,
        "description": .text.orNothing, "alt_description": .text.orNothing,
        "urls": .object, "urls/raw": .text, "urls/full": .text, "urls/regular": .text, "urls/small": .text,
        "urls/thumb": .text, "links": .object, "links/html": .text, "links/download_location": .text,
        "user": .object, "user/username": .text, "user/name": .text, "user/first_name": .text,
        "user/last_name": .text.orNothing, "user/links": .object, "user/links/html": .text,
        "tags": .list.orMissing, "tags/*/title": .text, "premium": .flag.orMissing, "plus": .flag.orMissing,
    ]

    /// The documented additional members of a photo in its own record.
    static let fullShape: RecordShape = [
        "exif": .object, "exif/make": .text.orNothing, "exif/model": .text.orNothing,
        "exif/name": .text.orNothing,
        "exif/exposure_time": .text.orNothing, "exif/aperture": .text.orNothing,
        "exif/focal_length": .text.orNothing, "exif/iso": .number.orNothing,
        "location": .object.orNothing, "location/name": .text.orNothing, "location/city": .text.orNothing,
        "location/country": .text.orNothing, "location/position": .object.orNothing,
        "location/position/latitude": .number.orNothing, "location/position/longitude": .number.orNothing,
    ]
}

// MARK: - Files

extension UnsplashPhoto {
    private var renditions: [Rendition] {
        let size = json.pixelSize(width: "width", height: "height")
        return Self.files.compactMap { name, role, width in
            json["urls"][name].webURL.map { url in
                Rendition(
                    role, at: url, size: size?.fitting(width: width),
                    template: role == .original ? url.inAnySize : nil)
            }
        }
    }

    /// The names of the files, with the width of a file unless it is the photo's own width.
    private static let files: [(name: String, role: Rendition.Role, width: Int?)] = [
        ("thumb", .thumbnail, 200), ("small", .small, 400), ("regular", .regular, 1080), ("full", .full, nil),
        ("raw", .original, nil),
    ]

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

    private var licence: Licence {
        let isPaidFor = json["premium"].bool == true || json["plus"].bool == true
        return isPaidFor || json["urls"]["raw"].webURL?.host == "plus.unsplash.com"
            ? .unsplashPlus : .unsplash
    }
}

extension WebURL {
    /// A template for copies of the original: any width, in a format that the client supports.
    fileprivate var inAnySize: URLTemplate? {
        let separator = text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return URLTemplate(text + separator + "w={width}&dpr={dpr}&fit=max&auto=format")
    }
}

extension PixelSize {
    /// Returns the size of a copy. Pictures are never enlarged.
    fileprivate func fitting(width wanted: Int?) -> PixelSize? {
        guard let wanted, wanted < width else { return self }
        return PixelSize(width: wanted, height: max(1, (2 * height * wanted + width) / (2 * width)))
    }
}

extension Licence {
    fileprivate static let unsplash = Licence(
        id: "unsplash", name: "Unsplash License", url: "https://unsplash.com/license")

    /// The licence of photos for subscribers only.
    fileprivate static let unsplashPlus = Licence(
        id: "unsplash-plus", name: "Unsplash+ License", url: "https://unsplash.com/plus/license")
}

extension JSONValue {
    /// A measurement in the source's own form, which may be a number.
    fileprivate var measure: String? { text ?? numberAsWritten }
}
