#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The few things that are done with small files and folders.
enum Disk {
    /// The names of what is in a folder; none where there is no such folder.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    enum Kind {
        case file(Int), folder, other
    }

    /// What is at a path, with a file's length; links are not followed.
    static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file(Int(status.st_size))
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// A small file's bytes; nil for one that cannot be read or is larger.
    static func read(_ path: String, upTo limit: Int = 1 << 20) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            guard let piece = nextPiece(of: descriptor) else { return nil }
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        return nil
    }

    /// The next bytes of an open file; none at its end, nil where it cannot be read.
    static func nextPiece(of descriptor: CInt) -> [UInt8]? {
        var count = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 128 * 1024) { buffer, written in
            repeat { count = system_read(descriptor, buffer) } while count < 0 && errno == EINTR
            written = max(0, count)
        }
        return count < 0 ? nil : piece
    }

    /// Puts bytes in a file's place, whole or not at all.
    static func replace(_ path: String, with bytes: [UInt8]) throws(DownloadFailure) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        let isWritten = write(bytes, to: descriptor)
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0 else {
            let failure = failure(path)
            unlink(temporary)
            throw failure
        }
    }

    static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
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

    /// Sees that a file can be made in a folder.
    static func checkWritable(_ folder: String) throws(DownloadFailure) {
        var name = Array("\(folder)/.forage-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw failure(folder) }
        close(descriptor)
        unlink(name)
    }

    /// Makes a folder and those around it.
    static func makeFolder(_ path: String) throws(DownloadFailure) {
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw failure(path)
        }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure(path) }
    }

    /// Where a path leads when every link is followed.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    static func remove(_ path: String) { unlink(path) }

    /// What the last call of this thread failed with.
    static func failure(_ path: String) -> DownloadFailure {
        let code = errno
        let sentence = "\(path) cannot be written: \(String(cString: strerror(code)).lowercased())"
        return [ENOSPC, EDQUOT].contains(code) ? .noRoom(sentence) : .unwritable(sentence)
    }
}

private func system_read(_ descriptor: CInt, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func system_write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
