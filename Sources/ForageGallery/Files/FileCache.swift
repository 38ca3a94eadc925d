internal import ForageCore
internal import ForageDownloads
internal import HTTPServer
internal import Platform
internal import Synchronization

/// The files that were taken, each in a folder of its own: a few, for a while.
final class FileCache: Sendable {
    /// What is there of one file. What was interrupted has its folder too, to be gone on with.
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

    /// How much is kept.
    struct Limits: Sendable {
        var count = 64
        var byteCount = 2 << 30
        var time: Duration = .seconds(1800)
    }

    private let limits: Limits
    /// What was used last stands last.
    private let places = Mutex<[Place]>([])

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// The file, if it is there whole.
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

    /// The place for a file, taken out: whoever gets it puts it back.
    func takePlace(for order: FileOrder) throws(FileError) -> Place {
        let known = places.withLock { places in
            places.firstIndex { $0.order == order }.map { places.remove(at: $0) }
        }
        if let known { return known }
        return Place(order, try TransientFolder.make())
    }

    /// Keeps what is there now, and lets go of it later.
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

    /// Lets go of everything.
    func clear() { places.withLock { $0 = [] } }

    /// Lets go of what is old, and of the first where there is too much.
    private func tidy() {
        let earliest = ContinuousClock.now - limits.time
        // Folders are removed behind the lock.
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

/// A file that was taken and can be handed out.
struct CachedFile: Sendable {
    /// What its address ends with; nobody can guess it, and it is worth nothing to another run.
    let token: String
    let name: String
    let byteCount: Int
    private let type: FileType
    private let path: String

    /// - Parameters:
    ///   - file: What was saved.
    ///   - folder: The path of the folder that it was saved in.
    init?(_ file: SavedFile, in folder: String) {
        guard let type = FileType(named: file.path) else { return nil }
        token = Base64URL.secret(byteCount: 16)
        name = String(file.path.split(separator: "/").last ?? "")
        byteCount = file.byteCount
        path = "\(folder)/\(file.path)"
        self.type = type
    }

    /// The file, or the part of it that is asked for: something to save and nothing to show, whatever is in it.
    func response(to headers: HTTPFields) throws(FileError) -> HTTPServerResponse {
        let file = try OpenFile(path, followsLinks: false)
        let answer = HTTPServerResponse(headers: [
            "Content-Type": type.mediaType, "Content-Disposition": ContentDisposition.attachment(name),
            "Content-Security-Policy": "sandbox", "Cache-Control": "private, no-store",
            "ETag": "\"\(token)\"",
        ])
        let whole = answer.carrying(file, 0..<file.byteCount)
        return whole.honouringRange(askedFor: headers, of: file.byteCount) { answer.carrying(file, $0).body }
    }
}

/// What tells a browser to save what it gets, and under which name.
enum ContentDisposition {
    /// The name twice: as every browser reads it, and as it is (RFC 6266, RFC 8187).
    static func attachment(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
            return isPlain && !#""\%"#.unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }
        return "attachment; filename=\"\(plain.joined())\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}

extension HTTPServerResponse {
    /// This with a part of a file, which is read as it is sent.
    fileprivate func carrying(_ file: OpenFile, _ part: Range<Int>) -> HTTPServerResponse {
        var answer = self
        answer.body = .stream(byteCount: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let bytes = try file.read(from: place, upTo: min(256 << 10, part.upperBound - place))
                guard !bytes.isEmpty else {
                    throw FileError.unreadable("a file that was cut", .isNoOrdinaryFile)
                }
                try await writer.write(bytes)
                place += bytes.count
            }
        }
        return answer
    }
}
