internal import ForageCore
internal import JSON
internal import Platform

/// What is known of a file of which only a part is there, kept beside the part.
struct PartRecord: Hashable, Sendable {
    /// Whose file it is, and how large it was wanted. It comes as it is, whatever is going to be made of it.
    let key: FileKey
    let url: WebURL
    /// What tells this state of the file from others; nil where nothing can be added to what is there.
    let validator: StrongValidator?
    /// How long the whole is; nil where nobody said.
    let byteCount: Int?

    static func path(of part: String) -> String { part + ".json" }

    init(key: FileKey, url: WebURL, validator: StrongValidator?, byteCount: Int?) {
        self.key = key.asItComes
        self.url = url
        self.validator = validator
        self.byteCount = byteCount
    }

    /// Reads what lies beside a part; nil where that is nothing of use.
    init?(at part: String) {
        guard let root = try? SideFile.read(Self.path(of: part)), root["version"].int == 1,
            let key = FileKey(root), let url = root["url"].webURL
        else { return nil }
        self.init(
            key: key, url: url,
            validator: root["validator"].string.flatMap(StrongValidator.init(written:)),
            byteCount: root["bytes"].int)
    }

    /// Whether more can be added to a beginning of the file.
    var isContinuable: Bool { validator != nil && byteCount != nil }

    /// Whether so many bytes are the whole, or a beginning that can be gone on with.
    func isOfUse(_ count: Int) -> Bool {
        guard let byteCount, count > 0 else { return false }
        return count == byteCount || count < byteCount && isContinuable
    }

    /// Of a file that is whole, whose credit was written.
    init(ofWhole credit: CreditRecord) {
        self.init(
            key: FileKey(id: credit.id, size: credit.size, format: nil), url: credit.url, validator: nil,
            byteCount: credit.byteCount)
    }

    /// Puts the record beside a part.
    func write(besidePart part: String) throws(DownloadError) {
        try SideFile.write(json, to: Self.path(of: part))
    }

    var json: [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
                writer.member("version", 1)
                writer.member("id", key.id.description)
                writer.member("size", key.size)
                writer.member("url", url.text)
                if let validator { writer.member("validator", validator.text) }
                if let byteCount { writer.member("bytes", byteCount) }
            }
        }
    }
}

/// Which file of which item.
struct FileKey: Hashable, Sendable {
    let id: ItemID
    let size: String
    /// What it is made into; nil where it stays as it comes.
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

    /// The file that it is made of.
    var asItComes: FileKey { FileKey(id: id, size: size, format: nil) }
}

/// The small JSON files that lie beside pictures and parts. Whoever writes one holds the part.
enum SideFile {
    private static let greatestByteCount = 1 << 20

    /// What stands in one.
    static func read(_ path: String) throws(SideFileError) -> JSONValue {
        let file: LocalFile
        do throws(FileError) {
            file = try LocalFile(path, upTo: greatestByteCount, pipes: false, followsLinks: false)
        } catch {
            throw error.isMissing ? .missing : .unreadable(error.reason)
        }
        guard file.isWhole else { throw .unreadable("it has more than a mebibyte") }
        do throws(JSONError) {
            return try JSONDocument(file.bytes, mode: .strict).root
        } catch {
            throw .unreadable("\(error.reason)")
        }
    }

    /// Puts bytes in its place, whole or not at all. What nobody could read again is not written.
    static func write(_ bytes: [UInt8], to path: String) throws(DownloadError) {
        guard bytes.count <= greatestByteCount else {
            throw .unfit("what is to be noted beside it is too long")
        }
        do throws(FileError) {
            try LocalFile.replace(path, with: bytes, isPrecious: false, by: ".new")
        } catch {
            throw DownloadError(error)
        }
    }
}

/// Why a file beside another says nothing.
enum SideFileError: Error, Hashable {
    /// It is not there.
    case missing
    /// It is, and says nothing of use: why, in a clause.
    case unreadable(String)
}
