internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import HTTPServer
internal import Platform
internal import Synchronization

/// The downloaded files, each in a separate folder. Their number and lifetime are limited.
final class FileCache: Sendable {
    /// The stored part of one file. An interrupted download also has a folder, so that it can be continued.
    struct Place: Sendable {
        let order: FileOrder
        let folder: OwnFolder
        var file: CachedFile?
        var byteCount = 0
        fileprivate var usedAt = ContinuousClock.now

        fileprivate init(_ order: FileOrder, _ folder: OwnFolder) {
            self.order = order
            self.folder = folder
        }
    }

    /// The limits of the cache.
    struct Limits: Sendable {
        var count = 64
        var byteCount = 2 << 30
        var time: Duration = .seconds(1800)
    }

    private let limits: Limits
    /// The places, with the most recently used one last.
    private let places = Mutex<[Place]>([])

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Returns the file if it is complete.
    func file(_ order: FileOrder) -> CachedFile? {
        used { $0.order == order && $0.file != nil }
    }

    /// The file with this address.
    func file(token: String) -> CachedFile? {
        used { $0.file?.token == token }
    }

    private func used(where isIt: (Place) -> Bool) -> CachedFile? {
        tidy()
        return places.withLock { places in
            guard let index = places.firstIndex(where: isIt) else { return nil }
            var place = places.remove(at: index)
            place.usedAt = .now
            places.append(place)
            return place.file
        }
    }

    /// Removes and returns the place for a file. The caller must put it back.
    func takePlace(for order: FileOrder) throws(FileError) -> Place {
        let known = places.withLock { places in
            places.firstIndex { $0.order == order }.map { places.remove(at: $0) }
        }
        if let known { return known }
        return Place(order, try TransientFolder.make())
    }

    /// Stores a place, and removes it after some time.
    func put(_ place: Place) {
        var place = place
        place.usedAt = .now
        places.withLock { $0.append(place) }
        tidy()
        Task { [weak self, time = limits.time] in
            try? await Task.sleep(for: time)
            self?.tidy()
        }
    }

    /// Removes everything.
    func clear() { places.withLock { $0 = [] } }

    /// Removes old places, and the least recently used ones if there are too many.
    private func tidy() {
        let earliest = ContinuousClock.now - limits.time
        // The folders are removed after the lock is released.
        let gone = places.withLock { places in
            var gone = places.filter { $0.usedAt < earliest }
            places.removeAll { $0.usedAt < earliest }
            while places.count > limits.count || places.reduce(0, { $0 + $1.byteCount }) > limits.byteCount {
                gone.append(places.removeFirst())
            }
            return gone
        }
        _ = consume gone
    }
}

/// A complete file that clients can download.
struct CachedFile: Sendable {
    /// The last part of its address. It cannot be guessed and is valid only until the gallery ends.
    let token: String
    let name: String
    let byteCount: Int
    /// The steps that were not carried out, with reasons.
    let notes: [String]
    private let type: FileType
    private let path: String
    /// The folder, which exists as long as any copy of this value.
    private let folder: OwnFolder

    /// - Parameters:
    ///   - file: The saved file.
    ///   - folder: The folder that it was saved in.
    init?(_ file: SavedFile, in folder: OwnFolder) {
        guard let type = FileType(named: file.path) else { return nil }
        token = Base64URL.secret(byteCount: 16)
        name = String(file.path.split(separator: "/").last ?? "")
        byteCount = file.byteCount
        notes = file.notes
        path = "\(folder.path)/\(file.path)"
        self.type = type
        self.folder = folder
    }

    /// The ending of the address of its credit.
    static let creditEnding = ".credit"

    /// The name of the record of its source and credit.
    var creditName: String { name + CreditRecord.ending }

    /// The entry of the file in the lock of a project, in which it has a name and, if `hasCredit` is true, its credit file
    /// next to it; nil if it cannot be read.
    func lockEntry(of item: Item, at name: String, hasCredit: Bool) -> LockEntry? {
        guard let record = CreditRecord(nextToFile: path), let facts = try? PictureFacts(ofFile: path) else {
            return nil
        }
        var entry = LockEntry(
            path: name, facts, record,
            sidecar: hasCredit ? FileDigest.of(path + CreditRecord.ending) : nil)
        entry.add(item) { LicenceEvidence(of: $0, in: [], on: record.date) }
        return entry.sealed
    }

    /// Opens the file.
    func open() throws(FileError) -> OpenFile { try OpenFile(path, followsLinks: false) }

    /// Opens the record of its source and credit.
    func openCredit() throws(FileError) -> OpenFile {
        try OpenFile(path + CreditRecord.ending, followsLinks: false)
    }

    /// The record of its source and credit, to be saved next to it.
    var creditResponse: HTTPServerResponse {
        get throws(FileError) {
            let record = try openCredit()
            return HTTPServerResponse(headers: [
                "Content-Type": "application/json; charset=utf-8", "Cache-Control": "private, no-store",
                "Content-Disposition": ContentDisposition.attachment(creditName),
            ]).carrying(record, 0..<record.byteCount)
        }
    }

    /// Returns the file or the requested part. Browsers save it and do not display it, whatever its contents are.
    func response(to headers: HTTPFields) throws(FileError) -> HTTPServerResponse {
        let file = try open()
        let answer = HTTPServerResponse(headers: [
            "Content-Type": type.mediaType, "Content-Disposition": ContentDisposition.attachment(name),
            "Content-Security-Policy": "sandbox", "Cache-Control": "private, no-store",
            "ETag": "\"\(token)\"",
        ])
        let whole = answer.carrying(file, 0..<file.byteCount)
        return whole.honouringRange(askedFor: headers, of: file.byteCount) { answer.carrying(file, $0).body }
    }
}

/// The header that makes a browser save a file under a name.
enum ContentDisposition {
    /// Returns the header with the name in two forms: one that every browser can read, and the exact one (RFC 6266, RFC
    /// 8187).
    static func attachment(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
            return isPlain && !#""\%"#.unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }
        return "attachment; filename=\"\(plain.joined())\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}

extension HTTPServerResponse {
    /// Returns a copy with a part of a file, which is read while it is sent.
    fileprivate func carrying(_ file: OpenFile, _ part: Range<Int>) -> HTTPServerResponse {
        var answer = self
        answer.body = .stream(byteCount: part.count) { writer in
            try await file.read(part) { bytes in try await writer.write(bytes) }
        }
        return answer
    }
}

extension OpenFile {
    /// Passes on a part of the file, piece by piece.
    ///
    /// - Throws: ``FileError`` if the file has become shorter.
    func read(_ part: Range<Int>, _ take: ([UInt8]) async throws -> Void) async throws {
        var place = part.lowerBound
        while place < part.upperBound {
            let bytes = try read(from: place, upTo: min(256 << 10, part.upperBound - place))
            guard !bytes.isEmpty else {
                throw FileError.unreadable("a file that was cut", .isNoOrdinaryFile)
            }
            try await take(bytes)
            place += bytes.count
        }
    }
}
