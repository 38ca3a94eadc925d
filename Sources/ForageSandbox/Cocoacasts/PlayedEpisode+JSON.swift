extension PlayedEpisode {
    /// As the first generation writes it.
    var snakeCase: JSONLiteral {
        [
            "id": .number(number), "plus": .bool(isForSubscribers), "title": .string(title),
            "author": .string(author), "category": .string(category), "excerpt": .string(excerpt),
            "collection": collection.map(JSONLiteral.string) ?? nil,
            "thumbnail_url": .string(EpisodeImages.address(of: slug, on: EpisodeImages.store)),
            "duration": .number(seconds), "published_at": .string("\(published.text)T04:30:00+00:00"),
            "swift": "5", "xcode": "12.2", "platform_version": 14, "platform_name": "ios",
        ]
    }

    /// As the later generation writes it: its numbers jump, and its images are on either host.
    var camelCase: JSONLiteral {
        let host = sharedSlug.stableHash % 3 == 0 ? EpisodeImages.store : EpisodeImages.network
        return [
            "id": .number(number % 2 == 0 ? number + 300 : number), "title": .string(title),
            "excerpt": .string(plainExcerpt),
            "imageURL": .string(EpisodeImages.address(of: sharedSlug, on: host)),
            "videoDuration": .number(seconds), "videoID": .string(String(540_000_000 + number)),
        ]
    }
}

extension JSONLiteral {
    /// With every slash escaped, as some writers have it.
    var bytesWithEscapedSlashes: [UInt8] {
        bytes().flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}
