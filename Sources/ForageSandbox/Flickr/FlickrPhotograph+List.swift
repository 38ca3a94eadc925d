extension FlickrPhotograph {
    /// The photo as a record of a list, with what was asked for beside what always comes.
    func record(_ extras: Set<String>) -> JSONLiteral {
        var members: [(String, JSONLiteral)] = [
            ("id", .string(id)), ("owner", .string(owner)), ("secret", .string(secret)),
            ("server", .string(server)), ("farm", .number(farm)), ("title", .string(title)),
            ("ispublic", 1), ("isfriend", 0), ("isfamily", 0),
        ]
        for (extra, added) in facts where extras.contains(extra) { members += added }
        for size in files where extras.contains("url_\(size.extra)") {
            members += file(size.extra, url(of: size), pixels(of: size))
        }
        if extras.contains("url_o"), allowsOriginal { members += file("o", originalURL, original) }
        return .object(members)
    }

    private var facts: [(String, [(String, JSONLiteral)])] {
        [
            ("license", [("license", isOld ? .string("\(licence)") : .number(licence))]),
            ("description", [("description", ["_content": .string(description)])]),
            ("date_upload", [("dateupload", .string("\(uploaded)"))]),
            (
                "date_taken",
                [
                    ("datetaken", .string(taken)), ("datetakengranularity", isOld ? "0" : 0),
                    ("datetakenunknown", "0"),
                ]
            ),
            ("owner_name", [("ownername", .string(item.person))]),
            ("path_alias", [("pathalias", pathAlias.map { .string($0) } ?? nil)]),
            ("tags", [("tags", .string(tags.joined(separator: " ")))]),
            ("views", [("views", .string("\(views)"))]),
            ("media", [("media", isVideo ? "video" : "photo"), ("media_status", "ready")]),
            ("geo", geo),
        ]
    }

    private var geo: [(String, JSONLiteral)] {
        guard let position else {
            return [("latitude", 0), ("longitude", 0), ("accuracy", 0), ("context", 0)]
        }
        return [
            ("latitude", isOld ? .string("\(position.latitude)") : .number(position.latitude)),
            ("longitude", .number(position.longitude)), ("accuracy", "15"), ("context", 0),
        ]
    }

    /// One side of an old photo's file is a number and the other a text, as it was for years.
    private func file(_ name: String, _ url: String, _ size: PictureSize) -> [(String, JSONLiteral)] {
        let isHigh = size.height > size.width
        return [
            ("url_\(name)", .string(url)),
            ("height_\(name)", isOld && isHigh ? .string("\(size.height)") : .number(size.height)),
            ("width_\(name)", isOld && !isHigh ? .string("\(size.width)") : .number(size.width)),
        ]
    }
}
