internal import ForageCore
internal import JSON
internal import Markup

/// One photo, as a list tells it or as it is told by itself: the same facts in two shapes.
enum FlickrPhoto {
    /// The item of a record; nil for a video.
    static func draft(of record: JSONValue) throws(MissingField) -> Draft? {
        guard record["media"].text != "video" else { return nil }
        let id = try record["id"].required(\.name)
        let owner = record["owner"]
        let ownerID = owner.kind == .object ? owner["nsid"] : owner
        let path = PercentEncoding.encode(try ownerID.required(\.name), keeping: "@")
        let address = String(
            joining: ["https://www.flickr.com/photos/", path, "/", PercentEncoding.encode(id)])
        guard let page = WebURL(address) else { throw MissingField(record["id"]) }
        var draft = Draft(
            localID: id, kind: .photo, title: record["title"].content ?? "Untitled", page: page)
        draft.summary = record["description"].content.flatMap(\.plain)
        draft.creator = Creator(
            name: record["ownername"].text ?? owner["username"].text ?? owner["realname"].text,
            url: WebURL(String(joining: ["https://www.flickr.com/people/", path, "/"])))
        draft.licence = licence(of: record).flatMap(Licence.init(flickr:))
        draft.publishedAt = record["dateupload"].time ?? record["dates"]["posted"].time
        draft.tags = record["tags"].tags
        let location = record["location"]
        draft.place =
            location.kind == .object ? location.place(named: location.placeName) : record.place(named: nil)
        draft.renditions = record.renditions
        if draft.renditions.isEmpty { draft.renditions = record.files(of: id) }
        return draft
    }

    /// The service's number for its licence.
    static func licence(of record: JSONValue) -> Int? { record["license"].flexibleInt }

    /// Whether a whole record has a number that no known licence has.
    static func hasUnknownLicence(_ record: JSONValue) -> Bool {
        record.isComplete && licence(of: record).map { Licence(flickr: $0) == nil } ?? false
    }
}

extension JSONValue {
    /// Words in one text in a list, in records of their own elsewhere; those that programs wrote are left out.
    fileprivate var tags: [String] {
        guard kind == .object else {
            return text?.spacedParts.filter { !$0.isMachineTag }.map(String.init) ?? []
        }
        return self["tag"].elements.filter { $0["machine_tag"].flexibleInt != 1 }
            .compactMap { $0["raw"].text ?? $0.content }
    }

    /// The name of a place; records of lists have none.
    fileprivate var placeName: String? {
        let names = ["neighbourhood", "locality", "region", "country"].compactMap { self[$0].content }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension Substring {
    /// Written as `vision:outdoor=0853`.
    fileprivate var isMachineTag: Bool {
        utf8.contains(UInt8(ascii: ":")) && utf8.contains(UInt8(ascii: "="))
    }
}

extension String {
    /// The text without markup; nil if nothing is left.
    fileprivate var plain: String? {
        let text = HTMLFragment(self).text
        return text.isEmpty ? nil : text
    }
}
