internal import ForageCore
internal import JSON
internal import Platform

/// The record of a file that is only partly downloaded, stored next to the part.
struct PartRecord: Hashable, Sendable {
    /// The item and the requested size. The part is the unconverted file, whatever steps follow.
    let key: FileKey
    let url: WebURL
    /// The validator of this state of the file; nil if the part cannot be continued.
    let validator: StrongValidator?
    /// The length of the whole file; nil if unknown.
    let byteCount: Int?

    static func path(of part: String) -> String { part + ".json" }

    init(key: FileKey, url: WebURL, validator: StrongValidator?, byteCount: Int?) {
        self.key = key.asItComes
        self.url = url
        self.validator = validator
        self.byteCount = byteCount
    }

    /// Reads the record of a part; nil if it is missing or unusable.
    init?(at part: String) {
        guard let root = try? SideFile.read(Self.path(of: part)), root["version"].int == 1,
            let key = FileKey(root), let url = root["url"].webURL
        else { return nil }
        self.init(
            key: key, url: url,
            validator: root["validator"].string.flatMap(StrongValidator.init(written:)),
            byteCount: root["bytes"].int)
    }

    /// Indicates whether bytes can be added to a beginning of the file.
    var isContinuable: Bool { validator != nil && byteCount != nil }

    /// Indicates whether that many bytes are the whole file, or a beginning that can be continued.
    func isOfUse(_ count: Int) -> Bool {
        guard let byteCount, count > 0 else { return false }
        return count == byteCount || count < byteCount && isContinuable
    }

    /// Creates the record of a complete file from its credit.
    init(ofWhole credit: CreditRecord) {
        self.init(
            key: FileKey(id: credit.id, size: credit.size, format: nil), url: credit.url, validator: nil,
            byteCount: credit.byteCount)
    }

    /// Writes the record next to a part.
    func write(besidePart part: String) throws(DownloadError) {
        try SideFile.write(json, to: Self.path(of: part))
    }

    var json: [UInt8] {
        JSONWriter.objectBytes(.pretty) { writer in
            writer.member("version", 1)
            writer.member("id", key.id.description)
            writer.member("size", key.size)
            writer.member("url", url.text)
            if let validator { writer.member("validator", validator.text) }
            if let byteCount { writer.member("bytes", byteCount) }
        }
    }
}

/// The key of a requested file: the item, the size and the format.
struct FileKey: Hashable, Sendable {
    let id: ItemID
    let size: String
    /// The format to convert it to; nil if it stays unchanged.
    let format: FileFormat?

    init(id: ItemID, size: String, format: FileFormat?) {
        self.id = id
        self.size = size
        self.format = format
    }

    init(_ item: Item, _ selection: FileSelection) {
        self.init(id: item.id, size: selection.size.description, format: selection.format)
    }

    init?(_ json: JSONValue) {
        guard let id = json["id"].string.flatMap({ ItemID($0) }), let size = json["size"].string else {
            return nil
        }
        self.init(id: id, size: size, format: nil)
    }

    /// The key of the unconverted file.
    var asItComes: FileKey { FileKey(id: id, size: size, format: nil) }
}

/// The small JSON files next to pictures and parts. A program that writes one has the part locked.
enum SideFile {
    private static let greatestByteCount = 1 << 20

    /// Reads the contents of one; nil if it is missing.
    static func read(_ path: String) throws(DownloadError) -> JSONValue? {
        let file: LocalFile
        do throws(FileError) {
            file = try LocalFile(path, upTo: greatestByteCount, pipes: false, followsLinks: false)
        } catch {
            guard !error.isMissing else { return nil }
            throw .unfit(error.reason)
        }
        guard file.isWhole else { throw .unfit("it is larger than 1 MiB") }
        do throws(JSONError) {
            return try JSONDocument(file.bytes, mode: .strict).root
        } catch {
            throw .unfit("\(error.reason)")
        }
    }

    /// Replaces the file, either completely or not at all. Bytes that could not be read again are not written.
    static func write(_ bytes: [UInt8], to path: String) throws(DownloadError) {
        guard bytes.count <= greatestByteCount else {
            throw .unfit("the record of the download is too long")
        }
        do throws(FileError) {
            try LocalFile.replace(path, with: bytes, isPrecious: false, by: ".new")
        } catch {
            throw DownloadError(error)
        }
    }
}
