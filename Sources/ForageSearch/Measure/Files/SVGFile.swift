internal import Markup

/// Measures SVGs on disk, reading no more of a file than its root element's tag takes.
package struct SVGFile: ~Copyable {
    private let file: InputFile

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - folder: Where it was found, and found to be neither a pipe nor a device.
    /// - Throws: ``FileFault``
    package init(_ path: FilePath, foundIn folder: OpenFolder? = nil) throws(FileFault) {
        do throws(SystemFault) { file = try InputFile(path, foundIn: folder) } catch {
            throw .system(error)
        }
    }

    /// Takes standard input for the file.
    package init(standardInput: Void) throws(FileFault) {
        do throws(SystemFault) { file = try InputFile(standardInput: ()) } catch { throw .system(error) }
    }

    /// Reads piece by piece until the size is known.
    package borrowing func size() throws(FileFault) -> SVGSize {
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
    ) throws(FileFault) -> SVGSize? {
        try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room throws(FileFault) in
            let count = try read(into: room)
            let piece = UnsafeRawBufferPointer(rebasing: room.prefix(count))
            do throws(SVGFault) {
                return count > 0 ? try reader.read(piece.bytes) : try reader.finish()
            } catch {
                throw .svg(error)
            }
        }
    }

    private borrowing func read(into room: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        do throws(SystemFault) { return try file.read(into: room) } catch { throw .system(error) }
    }
}

/// Why a file cannot be measured.
package enum FileFault: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemFault)
    case svg(SVGFault)

    package var description: String {
        switch self {
        case .system(let fault): fault.description
        case .svg(let fault): fault.description
        }
    }
}
