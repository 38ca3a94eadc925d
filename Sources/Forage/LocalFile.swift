#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file that a person named: its bytes and who else may read it.
package struct LocalFile {
    package let bytes: [UInt8]
    /// Whether that is all of it, or only as much as was asked for.
    package let isWhole: Bool
    package let permissions: Int

    /// Reads an ordinary file, or a pipe where that is welcome, up to a limit.
    package init(_ path: String, upTo limit: Int, pipes: Bool = true) throws(LocalFileFault) {
        // Opening without waiting, or a pipe that nobody asked for would hold us until somebody writes.
        let manner = O_RDONLY | O_CLOEXEC | (pipes ? 0 : O_NONBLOCK)
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, manner)
        guard descriptor >= 0 else { throw .system(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(path, errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .folder(path) }
        guard pipes || status.st_mode & S_IFMT == S_IFREG else { throw .special(path) }
        permissions = Int(status.st_mode & 0o7777)
        let read = try Self.read(descriptor, path, upTo: limit + 1)
        bytes = Array(read.prefix(limit))
        isWhole = read.count <= limit
    }

    private static func read(
        _ descriptor: CInt, _ path: String, upTo limit: Int
    ) throws(LocalFileFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < limit {
            let count = system_read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
            if count == 0 { break }
            if count > 0 { bytes.append(contentsOf: buffer.prefix(count)) }
            if count < 0, errno != EINTR { throw .system(path, errno) }
        }
        return bytes
    }

    private static func system_read(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer, _ count: Int)
        -> Int
    {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer, count)
        #else
            Glibc.read(descriptor, buffer, count)
        #endif
    }
}

/// Why a file cannot be read.
package enum LocalFileFault: Error, CustomStringConvertible {
    case system(String, CInt)
    case folder(String)
    case special(String)

    package var isMissing: Bool {
        if case .system(_, ENOENT) = self { true } else { false }
    }

    /// The reason without the file's name.
    package var reason: String {
        switch self {
        case .system(_, let code): String(cString: strerror(code)).lowercased()
        case .folder: "it is a folder"
        case .special: "it is not an ordinary file"
        }
    }

    package var description: String {
        switch self {
        case .system(let path, _), .folder(let path), .special(let path):
            "\(path) cannot be read: \(reason)."
        }
    }
}
