extension FlickrPhotograph {
    /// What is told of the photo alone. Its title is an object here, and it has no addresses of files.
    var details: JSONLiteral {
        [
            "id": .string(id), "secret": .string(secret), "server": .string(server), "farm": .number(farm),
            "dateuploaded": .string("\(uploaded)"), "isfavorite": 0, "license": .string("\(licence)"),
            "safety_level": "0", "rotation": 0, "owner": ownerDetails,
            "title": ["_content": .string(title)], "description": ["_content": .string(description)],
            "visibility": ["ispublic": 1, "isfriend": 0, "isfamily": 0],
            "dates": [
                "posted": .string("\(uploaded)"), "taken": .string(taken), "takengranularity": "0",
                "lastupdate": .string("\(uploaded + 3600)"),
            ],
            "views": .string("\(views)"),
            "usage": [
                "candownload": .number(allowsOriginal ? 1 : 0), "canblog": 0, "canprint": 0, "canshare": 1,
            ],
            "comments": ["_content": "0"], "notes": ["note": []],
            "tags": ["tag": .array(tags.map(tagDetails))], "location": location,
            "urls": ["url": [["type": "photopage", "_content": .string(page)]]],
            "media": isVideo ? "video" : "photo",
        ]
    }

    private var ownerDetails: JSONLiteral {
        [
            "nsid": .string(owner), "username": .string(item.person), "realname": "",
            "location": .string(item.place), "path_alias": pathAlias.map { .string($0) } ?? nil,
        ]
    }

    private func tagDetails(_ tag: String) -> JSONLiteral {
        [
            "id": .string("\(id)-\(tag)"), "author": .string(owner), "raw": .string(tag),
            "_content": .string(tag),
            "machine_tag": .number(tag.contains("=") ? 1 : 0),
        ]
    }

    private var location: JSONLiteral {
        guard let position else { return nil }
        return [
            "latitude": .string("\(position.latitude)"), "longitude": .string("\(position.longitude)"),
            "accuracy": "15", "context": "0", "locality": ["_content": .string(item.place)],
        ]
    }

    /// All its files; the original only where its owner lets others have it.
    var sizes: JSONLiteral {
        var list = files.map { file($0.label, url(of: $0), pixels(of: $0)) }
        if allowsOriginal { list.append(file("Original", originalURL, original)) }
        return [
            "canblog": 0, "canprint": 0, "candownload": .number(allowsOriginal ? 1 : 0), "size": .array(list),
        ]
    }

    private func file(_ label: String, _ source: String, _ size: PictureSize) -> JSONLiteral {
        [
            "label": .string(label), "width": .number(size.width), "height": .string("\(size.height)"),
            "source": .string(source), "url": .string("\(page)sizes/"), "media": "photo",
        ]
    }
}
