internal import Markup
internal import Platform

/// Measures an SVG on disk, and reads no more of it than its root element's tag.
package struct SVGFile: ~Copyable {
    private let file: InputFile

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - folder: The folder in which it was found as a regular file.
    /// - Throws: ``SVGError/system(_:)``
    package init(_ path: FilePath, foundIn folder: OpenFolder? = nil) throws(SVGError) {
        file = try InputFile(path, foundIn: folder)
    }

    /// Uses standard input as the file.
    package init(standardInput: Void) throws(SVGError) { file = try InputFile(standardInput: ()) }

    /// Reads piece by piece until the size is known.
    package borrowing func size() throws(SVGError) -> SVGSize {
        var reader = SVGReader()
        // Most roots end in the first kibibyte, and a larger buffer would not be on the stack.
        var count = 1024
        while true {
            if let size = try readPiece(of: count, with: &reader) { return size }
            // For longer roots, larger pieces are faster.
            count = min(count * 4, 64 * 1024)
        }
    }

    private borrowing func readPiece(
        of count: Int, with reader: inout SVGReader
    ) throws(SVGError) -> SVGSize? {
        try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room throws(SVGError) in
            let count = try file.read(into: room)
            let piece = UnsafeRawBufferPointer(rebasing: room.prefix(count))
            return count > 0 ? try reader.read(piece.bytes) : try reader.finish()
        }
    }
}

/// A file open for reading, or a pipe.
struct InputFile: ~Copyable {
    private let descriptor: CInt
    /// Indicates whether reading may have to wait for a writer, unlike that of a regular file.
    private let mayWait: Bool

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - folder: The folder in which it was found as a regular file.
    /// - Throws: ``SVGError/system(_:)``
    init(_ path: FilePath, foundIn folder: OpenFolder?) throws(SVGError) {
        // Without this flag, opening a pipe would block until another process writes.
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        descriptor = folder?.open(path, flags) ?? path.withCString { open($0, flags) }
        guard descriptor >= 0 else { throw .system(errno) }
        mayWait = folder == nil && !Self.isOrdinary(descriptor)
    }

    /// Opens this program's standard input.
    init(standardInput: Void) throws(SVGError) {
        descriptor = dup(STDIN_FILENO)
        guard descriptor >= 0 else { throw .system(errno) }
        mayWait = !Self.isOrdinary(descriptor)
    }

    private static func isOrdinary(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    deinit { close(descriptor) }

    /// Reads the available bytes, as many as fit; returns 0 at the end. Cancelling the task ends the wait for a pipe.
    borrowing func read(into room: UnsafeMutableRawBufferPointer) throws(SVGError) -> Int {
        while !Task.isCancelled {
            guard !mayWait || hasInput else { continue }
            let count = Self.systemRead(descriptor, room.baseAddress, room.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else { throw .system(errno) }
            // A pipe has replaced the regular file.
            if errno == EAGAIN { _ = hasInput }
        }
        throw .system(ECANCELED)
    }

    /// Returns true if reading would return at once; waits for a moment.
    private var hasInput: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 50) > 0
    }

    private static func systemRead(_ descriptor: CInt, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int
    {
        #if canImport(Darwin)
            Darwin.read(descriptor, room, count)
        #else
            Glibc.read(descriptor, room, count)
        #endif
    }
}
