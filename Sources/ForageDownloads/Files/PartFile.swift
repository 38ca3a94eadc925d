internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file while it is being got, under a name of its own, held by one program at a time.
struct PartFile: ~Copyable {
    private(set) var path: String
    private let file: LockedFile
    private var digest: RunningDigest
    /// How much of the file is there.
    private(set) var byteCount = 0
    /// How much of that an earlier run left.
    private(set) var keptByteCount = 0
    /// What is known of the file that the bytes are of.
    private(set) var record: PartRecord?
    private var typeSearch = TypeSearch()
    /// The whole, where it came at once; it is written when its credit is there, so it needs no record.
    private var held: [UInt8]?
    /// Whether the record lies beside the part.
    private var isSettled = false
    /// Whether an earlier run left something of it.
    let wasThere: Bool

    /// The most bytes that are held.
    static let greatestHeldByteCount = 1 << 20

    /// What stands behind a name.
    static let ending = ".part"

    /// Opens what is there of a file, or begins it.
    ///
    /// - Throws: ``DownloadError/busy`` when another program holds it, ``DownloadError/taken(_:)`` where something else
    ///   has its name.
    static func open(_ stem: String) throws(DownloadError) -> PartFile {
        let path = stem + ending
        var part = PartFile(path, try LockedFile(path), try newDigest())
        guard part.wasThere else { return part }
        // More than there should be is of no use, however much it is.
        if part.record?.isOfUse(part.file.byteCount) ?? (part.file.byteCount <= greatestHeldByteCount) {
            try part.takeWhatIsThere()
            part.isSettled = part.record != nil
            part.record = part.record ?? part.recordByCredit(of: stem)
        }
        if part.record?.isOfUse(part.byteCount) != true { try part.empty() }
        return part
    }

    /// How much is there of a file that somebody else holds, and of what is being made of it.
    static func byteCount(at stem: String) -> Int {
        let part = stem + ending
        return ([part] + FinishedPart.usualPaths(of: part)).reduce(0) { sum, path in
            if case .file(let count) = LocalPath.kind(path) { sum + count } else { sum }
        }
    }

    /// Whether a later run can go on with what is there, which may be more than is known where a write failed.
    var isWorthKeeping: Bool { record.map { $0.isContinuable || $0.isOfUse(byteCount) } ?? false }

    /// What the credit says that was written just before the run was killed: the bytes are the whole.
    private mutating func recordByCredit(of stem: String) -> PartRecord? {
        guard case .known(let type) = findType(isWhole: true),
            let credit = CreditRecord(besideFile: "\(stem).\(type.fileExtension)"), credit.origin == nil,
            credit.byteCount == byteCount,
            let bytes = Descriptor.read(descriptor, from: 0, upTo: byteCount),
            let digest = try? Digest.sha256.of(bytes).hex, digest == credit.digest
        else { return nil }
        return PartRecord(ofWhole: credit)
    }

    private init(_ path: String, _ file: consuming LockedFile, _ digest: consuming RunningDigest) {
        let wasThere = file.byteCount > 0
        self.path = path
        self.wasThere = wasThere
        record = wasThere ? PartRecord(at: path) : nil
        self.file = file
        self.digest = digest
    }

    private static func newDigest() throws(DownloadError) -> RunningDigest {
        do throws(MissingLibrary) { return try RunningDigest() } catch {
            throw .unwritable(error.description)
        }
    }

    private var descriptor: CInt { file.descriptor }
}

extension PartFile {
    /// Drops what is there, if anything is.
    mutating func restart() throws(DownloadError) {
        if record != nil || byteCount > 0 { try empty() }
    }

    private mutating func empty() throws(DownloadError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw DownloadError(FileError.unwritable(path, .system(errno)))
        }
        // Behind the bytes, which would be somebody else's without it.
        LocalFile.remove(PartRecord.path(of: path))
        (record, typeSearch, held, isSettled) = (nil, TypeSearch(), nil, false)
        (byteCount, keptByteCount) = (0, 0)
        digest = try Self.newDigest()
    }

    private mutating func takeWhatIsThere() throws(DownloadError) {
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            guard let piece = Descriptor.read(descriptor) else {
                throw DownloadError(FileError.unwritable(path, .system(errno)))
            }
            if piece.isEmpty { break }
            digest.add(piece)
            byteCount += piece.count
        }
        keptByteCount = byteCount
    }

    /// Says what file the bytes are going to be of, so that more can be added to them later.
    mutating func begin(_ record: PartRecord) { self.record = record }

    mutating func append(_ bytes: [UInt8]) throws(DownloadError) {
        if byteCount == 0, bytes.count == record?.byteCount, bytes.count <= Self.greatestHeldByteCount {
            held = bytes
        } else {
            try settle()
            try write(bytes)
        }
        digest.add(bytes)
        if byteCount == 0 { typeSearch.begin(with: bytes) }
        byteCount += bytes.count
    }

    /// Takes note that no more comes of a file of which nobody said how long it is.
    mutating func end() {
        guard let known = record, known.byteCount == nil else { return }
        record = PartRecord(key: known.key, url: known.url, validator: known.validator, byteCount: byteCount)
        isSettled = false
    }

    /// Puts what there is on the disk, so that another run can go on with it.
    mutating func settle() throws(DownloadError) {
        if !isSettled, let record {
            // A try to write the whole may have taken the last room.
            if held != nil { ftruncate(descriptor, 0) }
            try record.write(besidePart: path)
            isSettled = true
        }
        try writeHeld()
    }

    private mutating func writeHeld() throws(DownloadError) {
        guard let bytes = held else { return }
        // A try for which there was no room may have left some.
        lseek(descriptor, 0, SEEK_SET)
        try write(bytes)
        held = nil
    }

    private func write(_ bytes: [UInt8]) throws(DownloadError) {
        guard Descriptor.write(bytes, to: descriptor) else {
            throw DownloadError(FileError.unwritable(path, .system(errno)))
        }
    }

    /// What its beginning shows it to be; when it is whole, no more comes that would be looked at.
    mutating func findType(isWhole: Bool) -> FileType.Finding {
        let descriptor = descriptor
        return typeSearch.find(in: byteCount, isWhole: isWhole) {
            Descriptor.read(descriptor, from: 0, upTo: $0)
        }
    }

    /// Whether what came last is not the end of such a picture.
    var isCutOff: Bool {
        get throws(DownloadError) {
            guard let type = typeSearch.type else { return false }
            return try PictureFile(path).isCutOff(as: type)
        }
    }

    /// The digest of the whole, with which nothing can be added any more.
    mutating func finishDigest() -> [UInt8] { digest.finish() }

    /// Gives it another name of its own, unless that is taken, too; whether it has it now.
    mutating func move(to stem: String) throws(DownloadError) -> Bool {
        let other = stem + Self.ending
        do throws(FileError) {
            try LocalFile.move(path, toFree: other)
        } catch {
            if error.isForTakenName { return false }
            throw DownloadError(error)
        }
        let former = path
        path = other
        // At once, since a part without its record is nobody's.
        if isSettled { try record?.write(besidePart: path) }
        if LocalPath.kind(former) == nil { LocalFile.remove(PartRecord.path(of: former)) }
        return true
    }

    /// Sees that what was written is still there under its name: anybody may shorten, move or remove it.
    func checkWhole() throws(DownloadError) {
        let count = file.byteCount(ifStillAt: path)
        guard let count, held != nil || count == byteCount else {
            throw .unfit("another program changed or removed \(path) while it came")
        }
    }

    /// Gives the name to the file, or to what was made of it, once that is on the disk.
    ///
    /// - Throws: ``DownloadError``; ``DownloadError/taken(_:)`` where something came to have the name meanwhile, which
    ///   stays as it is.
    mutating func publish(_ made: String?, as name: String) throws(DownloadError) {
        if made == nil {
            // One that lies there is of another part.
            if !isSettled { LocalFile.remove(PartRecord.path(of: path)) }
            try writeHeld()
            guard fsync(descriptor) == 0 else {
                throw DownloadError(FileError.unwritable(name, .system(errno)))
            }
        }
        do throws(FileError) {
            try LocalFile.move(made ?? path, toFree: name)
        } catch {
            throw error.isForTakenName ? .taken(name) : DownloadError(error)
        }
        if made != nil { LocalFile.remove(path) }
        if isSettled { LocalFile.remove(PartRecord.path(of: path)) }
    }

    /// Forgets the file. What else has its name by now is another run's.
    func discard() {
        let isOurs = file.byteCount(ifStillAt: path) != nil
        guard isOurs || LocalPath.kind(path) == nil else { return }
        LocalFile.remove(path)
        LocalFile.remove(PartRecord.path(of: path))
    }
}
