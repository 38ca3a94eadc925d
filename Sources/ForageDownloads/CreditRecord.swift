package import ForageCore
internal import JSON
internal import Platform

/// The record of a downloaded file: its source, its credit, and a digest that identifies its bytes. It is stored next
/// to the file, as `NAME.credit.json`.
package struct CreditRecord: Hashable, Sendable {
    /// The ID of the item.
    package let id: ItemID
    /// The requested size of the file.
    package let size: String
    /// The title of the item, even if the file's name does not contain it.
    package let title: String
    /// The address that the file was downloaded from.
    package let url: WebURL
    package let mediaType: String
    package let byteCount: Int
    /// The file's SHA-256, in hex.
    package let digest: String
    /// The original file, if it was changed.
    package let origin: Origin?
    /// The date of the download.
    package let date: String
    /// The credit of each source.
    package let credits: [Attribution]

    /// The original file and the steps that changed it.
    package struct Origin: Hashable, Sendable {
        package let mediaType: String
        package let byteCount: Int
        package let digest: String
        /// The marks of the steps, in order.
        package let steps: [String]

        package init(mediaType: String, byteCount: Int, digest: String, steps: [String]) {
            self.mediaType = mediaType
            self.byteCount = byteCount
            self.digest = digest
            self.steps = steps
        }
    }

    /// The ending that is added to the name of the file.
    package static let ending = ".credit.json"
    private static let version = 1

    package init(
        id: ItemID, size: String, title: String, url: WebURL, mediaType: String, byteCount: Int,
        digest: String, origin: Origin?, date: String, credits: [Attribution]
    ) {
        self.id = id
        self.size = size
        self.title = title
        self.url = url
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.digest = digest
        self.origin = origin
        self.date = date
        self.credits = credits
    }

    init(_ permit: DownloadPermit, _ file: FinishedPart, came: Fingerprint, date: Date = Date()) {
        id = permit.item.id
        size = permit.selection.size.description
        title = permit.item.title
        url = permit.url
        mediaType = file.fingerprint.type.mediaType
        byteCount = file.fingerprint.byteCount
        digest = file.fingerprint.digest
        origin = file.path == nil ? nil : Origin(came, file.marks)
        self.date = "\(CalendarDay(containing: date))"
        credits = permit.item.sources.map(\.attribution)
    }

    /// Reads the record of a file; nil if it is missing or cannot be read.
    package init?(nextToFile path: String) {
        guard let record = try? CreditRecord(readNextToFile: path) else { return nil }
        self = record
    }

    /// Reads the record of a file; nil if it is missing.
    init?(readNextToFile path: String) throws(DownloadError) {
        guard let root = try SideFile.read(path + Self.ending) else { return nil }
        if let version = root["version"].int, version != Self.version {
            throw .unfit(
                "it has version \(version), but this version of Forage reads only \(Self.version)")
        }
        guard root["version"].int == Self.version,
            let id = root["id"].string.flatMap({ ItemID($0) }), let size = root["size"].string,
            let title = root["title"].string, let url = root["url"].webURL, let type = root["type"].string,
            let count = root["bytes"].int, let digest = root["sha256"].string, let date = root["date"].string
        else { throw .unfit("it is not in the format of Forage's credits") }
        self.id = id
        self.size = size
        self.title = title
        self.url = url
        mediaType = type
        byteCount = count
        self.digest = digest.lowercased()
        self.date = date
        origin = Origin(root["came"])
        credits = root["credits"].elements.compactMap { Attribution($0) }
    }

    /// The requests that the file satisfies. An unconverted file satisfies both the request without a format and the
    /// one for its own format.
    var keys: [FileKey] {
        let isConverted = origin.map { $0.mediaType != mediaType } ?? false
        var formats = isConverted ? [] : [FileFormat?.none]
        if let format = FileFormat(mediaType: mediaType) { formats.append(format) }
        return formats.map { FileKey(id: id, size: size, format: $0) }
    }

    /// The record as JSON. It also contains the credit as text, ready to be copied.
    package var json: [UInt8] {
        JSONWriter.objectBytes(.pretty) { writer in
            writer.member("version", Self.version)
            writer.member("id", id.description)
            writer.member("title", title)
            writer.member("credit", credits.first?.text ?? "")
            writer.member("size", size)
            writer.member("url", url.text)
            writer.member("date", date)
            writer.member("type", mediaType)
            writer.member("sha256", digest)
            writer.member("bytes", byteCount)
            writer.member("came", origin) { $1.write(to: &$0) }
            writer.member("credits", all: credits) { $1.write(to: &$0) }
        } + [UInt8(ascii: "\n")]
    }

    /// Writes the record next to a file.
    package func write(nextToFile path: String) throws(DownloadError) {
        try SideFile.write(json, to: path + Self.ending)
    }

    /// Removes the record of a file.
    static func remove(nextToFile path: String) { LocalFile.remove(path + ending) }
}

extension CreditRecord.Origin {
    fileprivate init(_ came: Fingerprint, _ steps: [String]) {
        self.init(
            mediaType: came.type.mediaType, byteCount: came.byteCount, digest: came.digest, steps: steps)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let type = json["type"].string, let count = json["bytes"].int,
            let digest = json["sha256"].string
        else { return nil }
        self.init(
            mediaType: type, byteCount: count, digest: digest.lowercased(),
            steps: json["then"].elements.compactMap(\.string))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", mediaType)
            writer.member("sha256", digest)
            writer.member("bytes", byteCount)
            writer.member("then", all: steps) { $0.string($1) }
        }
    }
}
