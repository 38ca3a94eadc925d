internal import ForageCore
internal import JSON

/// One photo, from a list or from its own answer.
struct Photo {
    let draft: Draft

    /// The documented fields of every photo, without those that an item requires.
    static let shape: RecordShape = [
        "photographer": .object.orNothing, "photographer/name": .text, "photographer/page": .text.orNothing,
        "licence": .text.orNothing, "published": .text.orNothing, "picture": .object.orNothing,
        "picture/url": .text, "picture/width": .number, "picture/height": .number,
    ]

    /// Reads a record. Only the fields that an item needs are required.
    init(_ record: JSONValue) throws(ProviderError) {
        var draft = Draft(
            localID: try record["id"].required(\.text), kind: .photo,
            title: try record["title"].required(\.text), page: try record["page"].required(\.webURL))
        draft.creator = Creator(
            name: record["photographer"]["name"].text, url: record["photographer"]["page"].webURL)
        draft.licence = record["licence"].text.map { Licence(id: $0.lowercased(), name: $0) }
        draft.publishedAt = record["published"].time
        if let picture = record["picture"]["url"].webURL {
            let size = record["picture"].pixelSize(width: "width", height: "height")
            draft.renditions = [Rendition(.regular, at: picture, size: size)]
        }
        self.draft = draft
    }
}
