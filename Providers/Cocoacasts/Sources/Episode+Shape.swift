internal import ForageCore
internal import JSON

extension Episode {
    /// What a list of one generation has of each episode.
    static func shape(of records: [JSONValue]) -> RecordShape {
        records.contains(where: isLater) ? laterShape : firstShape
    }

    /// Whether a record is of the later generation.
    static func isLater(_ record: JSONValue) -> Bool {
        // Nearly all are of the first, which this tells at once.
        if record["thumbnail_url"].exists { return false }
        return record["imageURL"].exists || record["videoID"].exists || record["videoDuration"].exists
    }

    private static let firstShape: RecordShape = [
        "excerpt": .text.orNothing, "author": .text, "category": .text, "collection": .text.orNothing,
        "thumbnail_url": .text, "duration": .number, "published_at": .text, "plus": .flag,
    ]

    private static let laterShape: RecordShape = [
        "excerpt": .text.orNothing, "imageURL": .text, "videoDuration": .number,
    ]
}
