#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension LocalFile {
    /// Puts bytes in a file's place, whole or not at all.
    ///
    /// A file that is there keeps its permissions, and a link keeps leading to it. Folders that are missing are made,
    /// for the person alone.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: What is to stand in it.
    ///   - permissions: Those of a file that is not there yet.
    ///   - isPrecious: Whether the bytes must be on the disk before the old ones go, which takes milliseconds.
    /// - Throws: ``CannotWriteFile``; the file is then as it was.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: Int = 0o644, isPrecious: Bool = true
    ) throws(CannotWriteFile) {
        let target = try destination(of: path)
        try makeFolder(around: target)
        var name = Array("\(target).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw CannotWriteFile(path, errno) }
        let isWritten =
            write(bytes, to: descriptor) && keepOwner(of: target, descriptor, permissions)
            && (!isPrecious || fsync(descriptor) == 0)
        guard isWritten, rename(name, target) == 0 else {
            let code = errno
            close(descriptor)
            unlink(name)
            throw CannotWriteFile(path, code)
        }
        close(descriptor)
    }

    /// Makes a file with these bytes, unless there is one; then it stays as it is. Of several programs that make it at
    /// once one does, and nobody ever reads a part of it.
    package static func make(
        _ path: String, with bytes: [UInt8], permissions: Int
    ) throws(CannotWriteFile) {
        try makeFolder(around: path)
        var name = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw CannotWriteFile(path, errno) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let isWritten = write(bytes, to: descriptor) && fchmod(descriptor, mode_t(permissions)) == 0
        guard isWritten, link(name, path) == 0 || errno == EEXIST else { throw CannotWriteFile(path, errno) }
    }

    /// Where a chain of links leads, also when nothing is there yet.
    private static func destination(of path: String) throws(CannotWriteFile) -> String {
        var target = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &buffer, buffer.count)
            guard count > 0 else { return target }
            let link = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            target = link.hasPrefix("/") ? link : folder(of: target) + link
        }
        throw CannotWriteFile(path, ELOOP)
    }

    /// The part of a path up to its last slash.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func makeFolder(around path: String) throws(CannotWriteFile) {
        let folder = String(folder(of: path).dropLast())
        guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
        try makeFolder(around: folder)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw CannotWriteFile(folder, errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = system_write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0, errno != EINTR { return false }
                rest = rest.dropFirst(max(0, count))
            }
            return true
        }
    }

    /// Gives the new file the owner and permissions of the one in whose place it comes. Only root may give a file
    /// away, so the owner is not insisted on.
    private static func keepOwner(of path: String, _ descriptor: CInt, _ permissions: Int) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return fchmod(descriptor, mode_t(permissions)) == 0 }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        return fchmod(descriptor, status.st_mode & 0o7777) == 0
    }

    private static func system_write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

/// Why a file cannot be written.
package struct CannotWriteFile: Error, CustomStringConvertible {
    private let path: String
    private let code: CInt

    init(_ path: String, _ code: CInt) {
        self.path = path
        self.code = code
    }

    package var description: String {
        "\(path) cannot be written: \(String(cString: strerror(code)).lowercased())."
    }
}
