internal import Database
internal import Platform

/// The files of a store.
struct StoreFolder: Hashable, Sendable {
    let path: String

    var database: DatabaseFile { DatabaseFile(path + "/responses.sqlite") }

    /// What a file of so many bytes takes on the disk, whole blocks and a folder around it counted.
    static func diskByteCount(of byteCount: Int) -> Int { (byteCount + 4095) / 4096 * 4096 + 4096 }

    /// Where the file of a body stands inside the folder.
    static func name(of digest: [UInt8]) -> String {
        let digits = digest.hex
        return "objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// The files of bodies, found by looking into the folders.
    func objects() -> [(name: String, digest: [UInt8])] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path + "/objects")) ?? []
        return names.compactMap { name in
            let digits = name.filter { $0 != "/" }
            let digest = stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
                UInt8(digits.dropFirst($0).prefix(2), radix: 16)
            }
            return digest.count == 32 ? ("objects/" + name, digest) : nil
        }
    }

    /// Makes the folder and those above it, its owner's alone.
    func create() { makeFolder("\(path)/objects") }

    /// Removes every body that has a file.
    func removeObjects() {
        LocalFolder.remove(path + "/objects")
        create()
    }

    /// One that cannot be made is told by the file that does not come to be in it.
    private func makeFolder(_ path: some StringProtocol) {
        try? LocalFolder.make(String(path), permissions: 0o700)
    }

    /// Writes a file that is not yet part of the store.
    func write(_ bytes: [UInt8], to name: String) throws(DatabaseError) {
        let descriptor = openNew(name)
        guard descriptor >= 0 else { throw DatabaseError(errorNumber: errno) }
        defer { close(descriptor) }
        guard Descriptor.write(bytes, to: descriptor) else { throw DatabaseError(errorNumber: errno) }
    }

    private func openNew(_ name: String) -> CInt {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = open("\(path)/\(name)", flags, 0o600)
        if descriptor >= 0 || errno != ENOENT { return descriptor }
        makeFolder("\(path)/\(name)".parentFolder)
        return open("\(path)/\(name)", flags, 0o600)
    }

    /// Makes a written file the one of a body.
    func move(_ name: String, to newName: String) throws(DatabaseError) {
        let (old, new) = ("\(path)/\(name)", "\(path)/\(newName)")
        if rename(old, new) == 0 { return }
        makeFolder(new.parentFolder)
        guard rename(old, new) == 0 else { throw DatabaseError(errorNumber: errno) }
    }

    /// Removes a file, and the folder of its first digits when that was the last one.
    func remove(_ name: String) {
        unlink("\(path)/\(name)")
        if name.parentFolder != "objects" { rmdir("\(path)/\(name.parentFolder)") }
    }

    /// The bytes of a file; nil where it has not exactly so many, or is not there.
    func read(_ name: String, byteCount: Int) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            let file = try OpenFile("\(path)/\(name)")
            guard file.byteCount == byteCount else { return nil }
            var bytes = try file.read(from: 0, upTo: byteCount)
            while bytes.count < byteCount {
                let piece = try file.read(from: bytes.count, upTo: byteCount - bytes.count)
                if piece.isEmpty { return nil }
                bytes += piece
            }
            return bytes
        } catch  where error.isMissing {
            return nil
        }
    }
}

extension DatabaseError {
    /// Translates what the system says of a file.
    init(errorNumber: CInt) {
        self =
            switch errorNumber {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EACCES, EPERM, EROFS: .readOnly
            default: .unreachable
            }
    }
}

extension Connection {
    /// Whether another file stands where this one was opened. What is written to a file that was removed is lost, and
    /// takes room until it is closed.
    ///
    /// - Throws: ``DatabaseError/moved`` where none does: whoever removes a cache does not want it back at once.
    mutating func isReplaced(at file: DatabaseFile) throws(DatabaseError) -> Bool {
        guard hasMoved() else { return false }
        guard file.exists else { throw .moved }
        return true
    }
}

extension String {
    fileprivate var parentFolder: Substring { lastIndex(of: "/").map { self[..<$0] } ?? self[...] }
}
