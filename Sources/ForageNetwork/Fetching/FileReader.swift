internal import ForageCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Reads a file that a person named in a setting, as an answer.
enum FileReader {
    static func response(
        from file: FileSetting, upTo limit: Endpoint.BodyLimit
    ) throws(FetchFailure) -> Response {
        guard !file.isConfined || file.isInThisFolder else {
            throw .notAllowed("\(file.path) leads out of the folder whose configuration names it")
        }
        // Opening without waiting, or a pipe would hold us until somebody writes.
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(file) }
        defer { close(descriptor) }
        guard isRegularFile(descriptor) else { throw .notAllowed("\(file.path) is not an ordinary file") }

        let wanted = max(0, limit.byteCount)
        let body = try bytes(of: descriptor, file, atMost: wanted + 1)
        guard body.count > wanted else { return Response(body: body) }
        return Response(
            body: Array(body.prefix(wanted)),
            completeness: Response.Completeness(.stoppedAtLimit, limit))
    }

    private static func isRegularFile(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func bytes(
        of descriptor: CInt, _ file: FileSetting, atMost limit: Int
    ) throws(FetchFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < limit {
            let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
            if count == 0 { break }
            if count > 0 { bytes.append(contentsOf: buffer.prefix(count)) }
            if count < 0, errno != EINTR { throw failure(file) }
        }
        return bytes
    }

    private static func failure(_ file: FileSetting) -> FetchFailure {
        .unreachable("\(file.path) cannot be read: \(String(cString: strerror(errno)))")
    }
}

extension FileSetting {
    /// Whether it is below the folder that one is in once every link is followed; one that is not there does no harm.
    fileprivate var isInThisFolder: Bool {
        guard let folder = Self.realPath("."), let file = Self.realPath(path) else { return true }
        return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
