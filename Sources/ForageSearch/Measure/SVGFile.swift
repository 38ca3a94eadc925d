internal import Markup
internal import Platform

/// Measures SVGs on disk, reading no more of a file than its root element's tag takes.
package struct SVGFile: ~Copyable {
    private let file: InputFile

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - folder: Where it was found, and found to be neither a pipe nor a device.
    /// - Throws: ``SVGError/system(_:)``
    package init(_ path: FilePath, foundIn folder: OpenFolder? = nil) throws(SVGError) {
        file = try InputFile(path, foundIn: folder)
    }

    /// Takes standard input for the file.
    package init(standardInput: Void) throws(SVGError) { file = try InputFile(standardInput: ()) }

    /// Reads piece by piece until the size is known.
    package borrowing func size() throws(SVGError) -> SVGSize {
        var reader = SVGReader()
        // Most roots end in the first kibibyte, and more room than that is not on the stack.
        var count = 1024
        while true {
            if let size = try readPiece(of: count, with: &reader) { return size }
            // Those that do not are the faster the larger the pieces are.
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
    /// Whether reading may take until somebody writes; an ordinary file has what it has.
    private let mayWait: Bool

    /// - Parameters:
    ///   - path: The file.
    ///   - folder: Where it was found, and found to be an ordinary one.
    /// - Throws: ``SVGError/system(_:)``
    init(_ path: FilePath, foundIn folder: OpenFolder?) throws(SVGError) {
        // Opening without waiting, or a pipe would hold us until somebody writes.
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        descriptor = folder?.open(path, flags) ?? path.withCString { open($0, flags) }
        guard descriptor >= 0 else { throw .system(errno) }
        mayWait = folder == nil && !Self.isOrdinary(descriptor)
    }

    /// What is at the end of this program's standard input.
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

    /// Reads what there is, as much as there is room for; nothing at the end. Cancelling the task ends the wait
    /// for a pipe.
    borrowing func read(into room: UnsafeMutableRawBufferPointer) throws(SVGError) -> Int {
        while !Task.isCancelled {
            guard !mayWait || hasInput else { continue }
            let count = Self.systemRead(descriptor, room.baseAddress, room.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else { throw .system(errno) }
            // A pipe stands where an ordinary file was found.
            if errno == EAGAIN { _ = hasInput }
        }
        throw .system(ECANCELED)
    }

    /// Whether reading would return at once; waits a moment for it.
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
