internal import ForageDownloads
internal import Platform

/// The bytes of a picture file, at a fixed address for as long as this value exists.
final class PictureBytes {
    let start: UnsafeRawPointer
    let count: Int
    private let isMapped: Bool

    /// The greatest number of bytes of a file: 1 GiB.
    private static let greatestCount = 1 << 30

    /// Maps the bytes of a file, which are read as they are needed.
    init(file path: String) throws(ImageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system("read", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ImageError.refused("it is not a file")
        }
        count = Int(status.st_size)
        guard (1...Self.greatestCount).contains(count) else {
            throw ImageError.refused(count == 0 ? "it is empty" : "it is larger than 1 GiB")
        }
        let place = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let place, place != MAP_FAILED else { throw .system("read", errno) }
        start = UnsafeRawPointer(place)
        isMapped = true
    }

    /// Copies bytes from memory.
    init(_ bytes: [UInt8]) throws(ImageError) {
        guard !bytes.isEmpty else { throw ImageError.refused("it is empty") }
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
        bytes.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: copy, count: $0.count).copyMemory(from: $0)
        }
        start = UnsafeRawPointer(copy)
        count = bytes.count
        isMapped = false
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: start), count)
        } else {
            start.deallocate()
        }
    }

    /// Indicates whether the file consists of boxes, as AVIF and HEIC do.
    var isBoxed: Bool {
        let bytes = UnsafeRawBufferPointer(start: start, count: min(count, 8))
        return bytes.dropFirst(4).elementsEqual("ftyp".utf8)
    }

    /// Indicates whether it may be an SVG drawing, compressed or not.
    var mayBeDrawing: Bool {
        // A file of boxes begins with a length, which may equal any character.
        if isBoxed { return false }
        let bytes = UnsafeRawBufferPointer(start: start, count: min(count, 1_024))
        if bytes.starts(with: [0x1F, 0x8B]) { return true }
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFF, 0xFE, 0x00, 0x20, 0x09, 0x0A, 0x0D]
        return bytes.first { !marks.contains($0) } == UInt8(ascii: "<")
    }
}
