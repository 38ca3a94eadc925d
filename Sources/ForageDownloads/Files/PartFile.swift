internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file during its download, under a separate name, locked by one program at a time.
struct PartFile: ~Copyable {
    private(set) var path: String
    private let file: LockedFile
    private var digest: RunningDigest
    /// The number of available bytes.
    private(set) var byteCount = 0
    /// The number of bytes from an earlier run.
    private(set) var keptByteCount = 0
    /// The record of the file that the bytes belong to.
    private(set) var record: PartRecord?
    private var typeSearch = TypeSearch()
    /// The whole file if it arrived at once; it is written after its credit, so it needs no record.
    private var held: [UInt8]?
    /// True if the record is stored next to the part.
    private var isSettled = false
    /// True if an earlier run left a part.
    let wasThere: Bool

    /// The greatest number of bytes that are held in memory.
    static let greatestHeldByteCount = 1 << 20

    /// The ending that is added to a name.
    static let ending = ".part"

    /// Opens the existing part of a file, or creates it.
    ///
    /// - Throws: ``DownloadError/busy`` if another program has it locked, ``DownloadError/taken(_:)`` if something else
    ///   has its name.
    static func open(_ stem: String) throws(DownloadError) -> PartFile {
        let path = stem + ending
        var part = PartFile(path, try LockedFile(path), try newDigest())
        guard part.wasThere else { return part }
        // A part that is longer than the file is useless.
        if part.record?.isOfUse(part.file.byteCount) ?? (part.file.byteCount <= greatestHeldByteCount) {
            try part.takeWhatIsThere()
            part.isSettled = part.record != nil
            part.record = part.record ?? part.recordByCredit(of: stem)
        }
        if part.record?.isOfUse(part.byteCount) != true { try part.empty() }
        return part
    }

    /// The number of bytes of a file that another program is downloading, including the results of its steps.
    static func byteCount(at stem: String) -> Int {
        let part = stem + ending
        return ([part] + FinishedPart.usualPaths(of: part)).reduce(0) { sum, path in
            if case .file(let count) = LocalPath.kind(path) { sum + count } else { sum }
        }
    }

    /// Indicates whether a later run can continue the part, which may be longer than recorded if a write failed.
    var isWorthKeeping: Bool { record.map { $0.isContinuable || $0.isOfUse(byteCount) } ?? false }

    /// The record from the credit that was written just before the run was killed, in which case the bytes are
    /// complete.
    private mutating func recordByCredit(of stem: String) -> PartRecord? {
        guard case .known(let type) = findType(isWhole: true),
            let credit = CreditRecord(nextToFile: "\(stem).\(type.fileExtension)"), credit.origin == nil,
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
    /// Removes the available bytes, if any.
    mutating func restart() throws(DownloadError) {
        if record != nil || byteCount > 0 { try empty() }
    }

    private mutating func empty() throws(DownloadError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw DownloadError(FileError.unwritable(path, .system(errno)))
        }
        // The record is removed after the bytes: bytes without a record would be taken for those of another program.
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

    /// Sets the record of the file whose bytes follow, so that a later run can continue it.
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

    /// Records the length of a file without a known length, once no more bytes come.
    mutating func end() {
        guard let known = record, known.byteCount == nil else { return }
        record = PartRecord(key: known.key, url: known.url, validator: known.validator, byteCount: byteCount)
        isSettled = false
    }

    /// Writes the part to the disk, so that another run can continue it.
    mutating func settle() throws(DownloadError) {
        if !isSettled, let record {
            // An attempt to write the whole file may have used the last space.
            if held != nil { ftruncate(descriptor, 0) }
            try record.write(besidePart: path)
            isSettled = true
        }
        try writeHeld()
    }

    private mutating func writeHeld() throws(DownloadError) {
        guard let bytes = held else { return }
        // An attempt that failed for lack of space may have written some bytes.
        lseek(descriptor, 0, SEEK_SET)
        try write(bytes)
        held = nil
    }

    private func write(_ bytes: [UInt8]) throws(DownloadError) {
        guard Descriptor.write(bytes, to: descriptor) else {
            throw DownloadError(FileError.unwritable(path, .system(errno)))
        }
    }

    /// Determines the type from the beginning. If `isWhole` is true, there are no more bytes to examine.
    mutating func findType(isWhole: Bool) -> FileType.Finding {
        let descriptor = descriptor
        return typeSearch.find(in: byteCount, isWhole: isWhole) {
            Descriptor.read(descriptor, from: 0, upTo: $0)
        }
    }

    /// Indicates whether the last bytes are not the end of such a picture.
    var isCutOff: Bool {
        get throws(DownloadError) {
            guard let type = typeSearch.type else { return false }
            return try PictureFile(path).isCutOff(as: type)
        }
    }

    /// The digest of the whole file, after which nothing can be added.
    mutating func finishDigest() -> [UInt8] { digest.finish() }

    /// Gives the part another name, unless that is taken; returns true if it has the name.
    mutating func move(to stem: String) throws(DownloadError) -> Bool {
        let other = stem + Self.ending
        do throws(FileError) {
            try LocalFile.move(path, toFree: other)
        } catch {
            if error.isForExistingFile { return false }
            throw DownloadError(error)
        }
        let former = path
        path = other
        // This happens immediately, since a part without its record belongs to no one.
        if isSettled { try record?.write(besidePart: path) }
        if LocalPath.kind(former) == nil { LocalFile.remove(PartRecord.path(of: former)) }
        return true
    }

    /// Checks that the written bytes still exist under the part's name, because other programs may shorten, move or
    /// remove it.
    func checkWhole() throws(DownloadError) {
        let count = file.byteCount(ifStillAt: path)
        guard let count, held != nil || count == byteCount else {
            throw .unfit("another program changed or removed \(path) during the download")
        }
    }

    /// Gives the name to the file, or to the result of its steps, once that is on the disk.
    ///
    /// - Throws: ``DownloadError``; ``DownloadError/taken(_:)`` if another file has appeared under the name meanwhile,
    ///   which stays unchanged.
    mutating func publish(_ made: String?, as name: String) throws(DownloadError) {
        if made == nil {
            // An existing record belongs to another part.
            if !isSettled { LocalFile.remove(PartRecord.path(of: path)) }
            try writeHeld()
            guard fsync(descriptor) == 0 else {
                throw DownloadError(FileError.unwritable(name, .system(errno)))
            }
        }
        do throws(FileError) {
            try LocalFile.move(made ?? path, toFree: name)
        } catch {
            throw error.isForExistingFile ? .taken(name) : DownloadError(error)
        }
        if made != nil { LocalFile.remove(path) }
        if isSettled { LocalFile.remove(PartRecord.path(of: path)) }
    }

    /// Removes the part. A file that has its name by now belongs to another run.
    func discard() {
        let isOurs = file.byteCount(ifStillAt: path) != nil
        guard isOurs || LocalPath.kind(path) == nil else { return }
        LocalFile.remove(path)
        LocalFile.remove(PartRecord.path(of: path))
    }
}

/// A file that one program at a time has open and locked. It is unlocked with its last holder.
struct LockedFile: ~Copyable {
    let descriptor: CInt
    /// The length of the file when it was opened.
    let byteCount: Int

    /// Opens or creates a file. If it was renamed or removed during locking, or its folder is missing, tries again.
    ///
    /// - Throws: ``DownloadError/busy`` if another program has it locked, ``DownloadError/taken(_:)`` if its name
    ///   belongs to something other than a file: a link would lead elsewhere, and a pipe would pass the bytes to its
    ///   reader.
    init(_ path: String) throws(DownloadError) {
        for attempt in 0..<10 {
            switch LocalPath.kind(path) {
            case .folder, .other: throw .taken(path)
            case .file, nil: break
            }
            let descriptor = system_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            if descriptor < 0 {
                let code = errno
                guard code == ENOENT, attempt == 0 else {
                    throw DownloadError(FileError.unwritable(path, .system(code)))
                }
                do throws(FileError) {
                    try LocalFolder.make(around: path, permissions: DownloadFolder.folderPermissions)
                } catch {
                    throw DownloadError(error)
                }
                continue
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                throw code == EWOULDBLOCK ? .busy : DownloadError(FileError.unwritable(path, .system(code)))
            }
            if let byteCount = Self.byteCount(descriptor, ifStillAt: path) {
                self.descriptor = descriptor
                self.byteCount = byteCount
                return
            }
            close(descriptor)
        }
        throw .busy
    }

    deinit { close(descriptor) }

    /// The current length; nil if the file no longer has its name.
    func byteCount(ifStillAt path: String) -> Int? { Self.byteCount(descriptor, ifStillAt: path) }

    private static func byteCount(_ descriptor: CInt, ifStillAt path: String) -> Int? {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev, named.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(opened.st_size)
    }
}

private func system_open(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { open(path, flags, mode) }
