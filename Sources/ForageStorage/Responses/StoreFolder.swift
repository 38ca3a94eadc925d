internal import Database
internal import Platform

/// The files of a store.
struct StoreFolder: Hashable, Sendable {
    let path: String

    var database: DatabaseFile { DatabaseFile(path + "/responses.sqlite") }

    /// Returns the size on disk of a file of this length, in whole blocks and including its folder.
    static func diskByteCount(of byteCount: Int) -> Int { (byteCount + 4095) / 4096 * 4096 + 4096 }

    /// Returns the path of a body's file, relative to the folder.
    static func name(of digest: [UInt8]) -> String {
        let digits = digest.hex
        return "objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// Lists the files of bodies in the folders.
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

    /// Creates the folder and its parents for their owner alone.
    func create() { makeFolder("\(path)/objects") }

    /// Removes all files of bodies.
    func removeObjects() {
        LocalFolder.remove(path + "/objects")
        create()
    }

    /// Creates a folder. An error becomes apparent when a file is created in it.
    private func makeFolder(_ path: some StringProtocol) {
        try? LocalFolder.make(String(path), permissions: 0o700)
    }

    /// Writes a file that is not part of the store yet.
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

    /// Renames a written file to the name of its body.
    func move(_ name: String, to newName: String) throws(DatabaseError) {
        let (old, new) = ("\(path)/\(name)", "\(path)/\(newName)")
        if rename(old, new) == 0 { return }
        makeFolder(new.parentFolder)
        guard rename(old, new) == 0 else { throw DatabaseError(errorNumber: errno) }
    }

    /// Removes a file, and its folder if that is then empty.
    func remove(_ name: String) {
        unlink("\(path)/\(name)")
        if name.parentFolder != "objects" { rmdir("\(path)/\(name.parentFolder)") }
    }

    /// Returns the bytes of a file; nil if it does not exist or has a different length.
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
    /// Translates a system error about a file.
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
    /// Returns true if another file is now at the path where this one was opened. Data written to a removed file would
    /// be lost, and would occupy space until the file is closed.
    ///
    /// - Throws: ``DatabaseError/moved`` if there is no file: a user who removes a cache does not expect it to return
    ///   at once.
    mutating func isReplaced(at file: DatabaseFile) throws(DatabaseError) -> Bool {
        guard hasMoved() else { return false }
        guard file.exists else { throw .moved }
        return true
    }
}

extension String {
    fileprivate var parentFolder: Substring { lastIndex(of: "/").map { self[..<$0] } ?? self[...] }
}
