package import ForageCore
internal import JSON
internal import Platform

/// What is known of a file that was got: whose it is, the credit that travels with it, and what tells its bytes from
/// any others. It lies beside the file, as `NAME.credit.json`.
package struct CreditRecord: Hashable, Sendable {
    /// The item, as a provider names it.
    package let id: ItemID
    /// How large the file was wanted.
    package let size: String
    /// Its title, whatever became of it in the file's name.
    package let title: String
    /// Where it was taken from.
    package let url: WebURL
    package let mediaType: String
    package let byteCount: Int
    /// The file's SHA-256, in hex.
    package let digest: String
    /// What the file came as, where another was made of it.
    package let origin: Origin?
    /// When it was got.
    package let date: String
    /// The credit of each source.
    package let credits: [Attribution]

    /// A file as it came, and what was done with it.
    package struct Origin: Hashable, Sendable {
        package let mediaType: String
        package let byteCount: Int
        package let digest: String
        /// The marks of the steps, in order.
        package let steps: [String]
    }

    /// What stands behind the name of the file.
    static let ending = ".credit.json"
    private static let version = 1

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

    /// Reads what lies beside a file; nil where that is nothing that can be read as a credit.
    package init?(besideFile path: String) {
        guard let record = try? CreditRecord(readBesideFile: path) else { return nil }
        self = record
    }

    /// Reads what lies beside a file.
    init(readBesideFile path: String) throws(SideFileError) {
        let root = try SideFile.read(path + Self.ending)
        if let version = root["version"].int, version != Self.version {
            throw .unreadable("it is of version \(version), and this Forage reads \(Self.version)")
        }
        guard root["version"].int == Self.version,
            let id = root["id"].string.flatMap({ ItemID($0) }), let size = root["size"].string,
            let title = root["title"].string, let url = root["url"].webURL, let type = root["type"].string,
            let count = root["bytes"].int, let digest = root["sha256"].string, let date = root["date"].string
        else { throw .unreadable("it is not written as Forage writes credits") }
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

    /// What the file serves for. One that came in a format need not be made into it.
    var keys: [FileKey] {
        let isConverted = origin.map { $0.mediaType != mediaType } ?? false
        var formats = isConverted ? [] : [FileFormat?.none]
        if let format = FileFormat(mediaType: mediaType) { formats.append(format) }
        return formats.map { FileKey(id: id, size: size, format: $0) }
    }

    /// The record as it is written. The credit also stands there ready to paste, for whoever opens the file.
    var json: [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
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
            }
        } + [UInt8(ascii: "\n")]
    }

    /// Puts the record beside a file.
    func write(besideFile path: String) throws(DownloadError) {
        try SideFile.write(json, to: path + Self.ending)
    }

    /// Takes the record away that lies beside a file.
    static func remove(besideFile path: String) { LocalFile.remove(path + ending) }
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
