internal import ForageCore
internal import HTTPServer
internal import Platform

/// A ZIP file that is put together while it is sent. Its files are stored without compression, because pictures are
/// compressed already, so its length is known in advance.
struct ZipFile: Sendable {
    /// A file in it. Names are unique and contain no slash.
    struct Entry: Sendable {
        let name: String
        let byteCount: Int
        let checksum: UInt32
        fileprivate let content: Content

        fileprivate enum Content: Sendable {
            case bytes([UInt8])
            case file(@Sendable () throws -> OpenFile)
        }

        init(_ name: String, _ bytes: [UInt8]) {
            self.init(name, byteCount: bytes.count, checksum: CRC32.of(bytes), .bytes(bytes))
        }

        /// Reads a file for its checksum; `open` opens it again when it is sent.
        init(_ name: String, _ open: @escaping @Sendable () throws -> OpenFile) async throws {
            let file = try open()
            var checksum = CRC32()
            try await file.read(0..<file.byteCount) { checksum.add($0) }
            self.init(name, byteCount: file.byteCount, checksum: checksum.value, .file(open))
        }

        private init(_ name: String, byteCount: Int, checksum: UInt32, _ content: Content) {
            self.name = name
            self.byteCount = byteCount
            self.checksum = checksum
            self.content = content
        }
    }

    /// The last part of its address. It cannot be guessed.
    let token = Base64URL.secret(byteCount: 16)
    let name: String
    private let entries: [Entry]
    private let date: Date

    /// The greatest sum of the lengths of all files. With it, no field needs the 64 bits of the format's extension.
    static let greatestByteCount = 1 << 30

    init(_ name: String, _ entries: [Entry], date: Date = Date()) {
        self.name = name
        self.entries = entries
        self.date = date
    }

    /// The length of the whole file.
    var byteCount: Int {
        let fixed = Self.headerByteCount + Self.directoryByteCount
        return entries.reduce(Self.endByteCount) { $0 + fixed + 2 * $1.name.utf8.count + $1.byteCount }
    }

    private static let headerByteCount = 30
    private static let directoryByteCount = 46
    private static let endByteCount = 22

    var response: HTTPServerResponse {
        let headers: HTTPFields = [
            "Content-Type": "application/zip", "Content-Disposition": ContentDisposition.attachment(name),
            "Cache-Control": "private, no-store",
        ]
        return HTTPServerResponse(
            headers: headers,
            body: .stream(byteCount: byteCount) { writer in
                try await write { bytes in try await writer.write(bytes) }
            })
    }

    /// Passes on the file, piece by piece.
    func write(_ take: ([UInt8]) async throws -> Void) async throws {
        var (place, directory) = (0, [UInt8]())
        for entry in entries {
            let facts = facts(of: entry)
            try await take([0x50, 0x4B, 3, 4] + facts + Array(entry.name.utf8))
            switch entry.content {
            case .bytes(let bytes): try await take(bytes)
            case .file(let open): try await open().read(0..<entry.byteCount, take)
            }
            directory += [0x50, 0x4B, 1, 2] + Self.version + facts
            // No comment, on the first disk, with no attributes.
            directory += [UInt8](repeating: 0, count: 10) + UInt32(place).littleEndianBytes
            directory += Array(entry.name.utf8)
            place += Self.headerByteCount + entry.name.utf8.count + entry.byteCount
        }
        let count = UInt16(entries.count).littleEndianBytes
        try await take(
            directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
                + UInt32(directory.count).littleEndianBytes + UInt32(place).littleEndianBytes + [0, 0])
    }

    private static let version = UInt16(20).littleEndianBytes
    /// The flag of names in UTF-8.
    private static let flags = UInt16(1 << 11).littleEndianBytes

    /// The fields that the header of a file and the directory have in common.
    private func facts(of entry: Entry) -> [UInt8] {
        let stored = UInt16(0).littleEndianBytes
        let count = UInt32(entry.byteCount).littleEndianBytes
        let lengths = UInt16(entry.name.utf8.count).littleEndianBytes + UInt16(0).littleEndianBytes
        return Self.version + Self.flags + stored + time + entry.checksum.littleEndianBytes + count + count
            + lengths
    }

    /// The time and the day in the format of MS-DOS, which begins in 1980 and counts steps of two seconds.
    private var time: [UInt8] {
        let day = CalendarDay(containing: date)
        let second = Int(date.timeIntervalSince1970) % 86_400
        let time = second / 3600 << 11 | second / 60 % 60 << 5 | second % 60 / 2
        return UInt16(time).littleEndianBytes
            + UInt16(max(0, day.year - 1980) << 9 | day.month << 5 | day.day).littleEndianBytes
    }
}

extension FixedWidthInteger {
    fileprivate var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
