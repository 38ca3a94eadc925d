internal import ForageCore
internal import JSON
internal import Markup
internal import Platform

/// Reads a photo from a list or from its own record. Both have the same facts in different forms.
enum FlickrPhoto {
    /// Returns the item of a record; nil for a video.
    static func draft(of record: JSONValue) throws(ProviderError) -> Draft? {
        guard record["media"].text != "video" else { return nil }
        let id = try record["id"].required(\.name)
        let owner = record["owner"]
        let ownerID = owner.kind == .object ? owner["nsid"] : owner
        let path = PercentEncoding.encode(try ownerID.required(\.name), keeping: "@")
        let address = String(
            joining: ["https://www.flickr.com/photos/", path, "/", PercentEncoding.encode(id)])
        guard let page = WebURL(address) else { throw .missing(record["id"]) }
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

    /// Returns the number of the photo in the address of a file. The secret and the host vary between sizes:
    /// `live.staticflickr.com/65535/5001_0a1b2c_b.jpg`.
    @Sendable static func pictureName(at url: WebURL) -> String? {
        guard let number = url.steps.last?.prefix(while: { $0 != "_" }), number.utf8.count >= 4,
            number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return String(number)
    }

    /// Returns the service's number for the photo's licence.
    static func licence(of record: JSONValue) -> Int? { record["license"].flexibleInt }

    /// Indicates whether a complete record has an unknown licence number.
    static func hasUnknownLicence(_ record: JSONValue) -> Bool {
        record.isComplete && licence(of: record).map { Licence(flickr: $0) == nil } ?? false
    }
}

extension FlickrPhoto {
    /// The documented members of a photo in a list, with the requested extras. Only the two files that every photo has
    /// are included, because a search for the others would take longer than reading the record.
    static let shape: RecordShape = [
        "secret": .text, "server": .text, "title": .text.orNothing, "license": .number,
        "description": .object, "description/_content": .text.orNothing, "dateupload": .number,
        "ownername": .text,
        "tags": .text.orNothing, "latitude": .number, "longitude": .number, "media": .text,
        "url_q": .text, "width_q": .number, "height_q": .number,
        "url_m": .text, "width_m": .number, "height_m": .number,
    ]

    /// The documented members of a photo in its own record.
    static let fullShape: RecordShape = [
        "secret": .text, "server": .text, "license": .number, "title": .object,
        "title/_content": .text.orNothing,
        "description": .object, "description/_content": .text.orNothing, "owner/username": .text,
        "owner/realname": .text.orMissing, "dates": .object, "dates/posted": .number, "media": .text,
        "tags": .object, "tags/tag": .list.orNothing, "tags/tag/*/raw": .text, "tags/tag/*/_content": .text,
        "location": .object.orMissing, "location/latitude": .number, "location/longitude": .number,
        "location/locality": .object.orMissing, "location/locality/_content": .text.orMissing,
        "location/region": .object.orMissing, "location/region/_content": .text.orMissing,
        "location/country": .object.orMissing, "location/country/_content": .text.orMissing,
    ]

    /// The documented members of a list.
    static let listShape: RecordShape = ["pages": .number, "total": .number.orNothing]

    /// The documented members of each file of a single photo.
    static let fileShape: RecordShape = ["label": .text, "width": .number, "height": .number]
}

extension JSONValue {
    /// A text, which is a plain text in lists and `{"_content": …}` elsewhere.
    var content: String? {
        let text = (kind == .object ? self["_content"] : self).visibleText
        return text?.withSingleSpaces
    }

    /// A name, which may be written as a number.
    var name: String? { isComplete ? text ?? numberAsWritten : nil }

    /// A count; `""` means zero.
    var amount: Int? { string == "" ? 0 : flexibleInt.flatMap { $0 < 0 ? nil : $0 } }

    /// A time: seconds since 1970 as a number or a text, or `2013-11-02 15:58:24` without a time zone.
    ///
    /// Times before the service existed are invalid.
    var time: Date? {
        if let seconds = flexibleInt {
            return Self.times.contains(seconds) ? Date(timeIntervalSince1970: Double(seconds)) : nil
        }
        let date = text.flatMap { Date(iso8601: $0.spacedParts.joined(separator: "T") + "Z") }
        return date.flatMap { Self.times.contains(Int($0.timeIntervalSince1970)) ? $0 : nil }
    }

    /// The range from Flickr's first year to the last year with four digits.
    private static let times = 1_072_915_200...253_402_300_799
}

extension Licence {
    /// Creates the licence with a number of the service; returns nil if the number is unknown.
    init?(flickr number: Int) {
        guard Self.table.indices.contains(number) else { return nil }
        self = Self.table[number]
    }

    /// Returns the service's numbers for the licences that a filter permits.
    static func flickrNumbers(_ filter: LicenceFilter) -> [Int] {
        table.indices.filter { filter.isGranted(by: table[$0]) }
    }

    /// Creates the licence with a number from the service's own table.
    init?(flickr number: Int, in table: JSONValue) {
        let entry = table["licenses"]["license"].elements.first { $0["id"].flexibleInt == number }
        guard let entry, let name = entry["name"].content else { return nil }
        self.init(name: name, url: entry["url"].webURL)
    }

    /// Creates a licence with the short name of a Creative Commons licence, or else the service's name.
    private init(name: String, url: WebURL?) {
        if let url, let known = Licence(creativeCommons: url) {
            self = known
        } else {
            let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
            self.init(id: words.joined(separator: "-"), name: name, url: url)
        }
    }

    /// The licences, indexed by the service's numbers.
    private static let table = [
        ("All Rights Reserved", ""),
        ("Attribution-NonCommercial-ShareAlike License", "\(commons)/licenses/by-nc-sa/2.0/"),
        ("Attribution-NonCommercial License", "\(commons)/licenses/by-nc/2.0/"),
        ("Attribution-NonCommercial-NoDerivs License", "\(commons)/licenses/by-nc-nd/2.0/"),
        ("Attribution License", "\(commons)/licenses/by/2.0/"),
        ("Attribution-ShareAlike License", "\(commons)/licenses/by-sa/2.0/"),
        ("Attribution-NoDerivs License", "\(commons)/licenses/by-nd/2.0/"),
        ("No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
        ("United States Government Work", "http://www.usa.gov/copyright.shtml"),
        ("Public Domain Dedication (CC0)", "\(commons)/publicdomain/zero/1.0/"),
        ("Public Domain Mark", "\(commons)/publicdomain/mark/1.0/"),
        // Uploads since June 2025 use version 4.0.
        ("Attribution 4.0", "\(commons)/licenses/by/4.0/"),
        ("Attribution-ShareAlike 4.0", "\(commons)/licenses/by-sa/4.0/"),
        ("Attribution-NoDerivs 4.0", "\(commons)/licenses/by-nd/4.0/"),
        ("Attribution-NonCommercial 4.0", "\(commons)/licenses/by-nc/4.0/"),
        ("Attribution-NonCommercial-ShareAlike 4.0", "\(commons)/licenses/by-nc-sa/4.0/"),
        ("Attribution-NonCommercial-NoDerivs 4.0", "\(commons)/licenses/by-nc-nd/4.0/"),
    ].map { Licence(name: $0, url: WebURL($1)) }

    private static let commons = "https://creativecommons.org"
}

extension JSONValue {
    /// The tags, which are one text in lists and separate records elsewhere. Machine tags are left out.
    fileprivate var tags: [String] {
        guard kind == .object else {
            return text?.spacedParts.filter { !$0.isMachineTag }.map(String.init) ?? []
        }
        return self["tag"].elements.filter { $0["machine_tag"].flexibleInt != 1 }
            .compactMap { $0["raw"].text ?? $0.content }
    }

    /// The name of a place, which records in lists do not have.
    fileprivate var placeName: String? {
        let names = ["neighbourhood", "locality", "region", "country"].compactMap { self[$0].content }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension Substring {
    /// Indicates whether the tag has the form `vision:outdoor=0853`.
    fileprivate var isMachineTag: Bool {
        utf8.contains(UInt8(ascii: ":")) && utf8.contains(UInt8(ascii: "="))
    }
}

extension String {
    /// The text without markup; nil if it is empty.
    fileprivate var plain: String? {
        let text = HTMLFragment(self).text
        return text.isEmpty ? nil : text
    }
}
