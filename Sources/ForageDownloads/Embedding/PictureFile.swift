internal import ForageCore
internal import Platform

/// A picture file with random access.
struct PictureFile {
    private let file: OpenFile

    init(_ path: String) throws(DownloadError) {
        do throws(FileError) {
            file = try OpenFile(path, followsLinks: false)
        } catch {
            throw .unfit(error.description)
        }
    }

    var byteCount: Int { file.byteCount }

    /// The bytes of a range, all of which must exist.
    func bytes(_ range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        guard range.upperBound <= byteCount, let bytes = some(range), bytes.count == range.count else {
            throw .cutOff
        }
        return bytes
    }

    /// The bytes of a range, as many as exist.
    func start(of range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        try bytes(range.clamped(to: 0..<byteCount))
    }

    /// As many bytes as the system returns at once; nil if it returns none.
    func some(_ range: Range<Int>) -> [UInt8]? {
        let bytes = try? file.read(from: range.lowerBound, upTo: range.count)
        return bytes?.isEmpty == true && !range.isEmpty ? nil : bytes
    }
}

extension PictureFile {
    /// Indicates whether the file contains the address of the page, as every embedded credit does, even after other
    /// programs rewrote it.
    func names(_ page: WebURL) -> Bool {
        // The characters after these may be escaped in several ways.
        let address = Array(page.text.prefix { !"&<>\"'".contains($0) }.utf8)
        return holds(address) || PNGCredit.texts(in: self).contains { $0.firstRange(of: address) != nil }
    }

    /// Indicates whether some bytes occur anywhere in the file.
    func holds(_ bytes: [UInt8]) -> Bool {
        var (seen, place): ([UInt8], Int) = ([], 0)
        while let piece = some(place..<place + Self.pieceByteCount) {
            seen += piece
            if seen.firstRange(of: bytes) != nil { return true }
            // They may extend across two pieces.
            seen = Array(seen.suffix(bytes.count - 1))
            place += piece.count
        }
        return false
    }

    private static let pieceByteCount = 256 * 1024
}

extension PictureFile {
    /// Indicates whether the file ends before the picture does, for the types in which credits are embedded. A picture
    /// without an end is cut off, whatever other faults it has.
    func isCutOff(as type: FileType) -> Bool {
        do throws(EmbeddingError) {
            switch type.fileExtension {
            case "jpg": try JPEGCredit.checkEnd(of: self)
            case "png": try PNGCredit.checkEnd(of: self)
            case "webp": try WebPCredit.checkEnd(of: self)
            default: break
            }
            return false
        } catch {
            return true
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] {
        stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}

extension Sequence<UInt8> {
    /// The number in the bytes, most significant byte first.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
