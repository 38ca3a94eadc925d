internal import CZlib

/// Packs as gzip what is at hand whole.
package enum Gzip {
    /// How hard it is tried to make something small.
    package enum Effort: CInt, Sendable {
        /// For what is packed each time it is asked for.
        case little = 4
        /// For what is packed once.
        case most = 9
    }

    /// The packed bytes; nil where zlib cannot be loaded or has no memory.
    package static func pack(_ bytes: [UInt8], _ effort: Effort = .little) -> [UInt8]? {
        guard CompressionLibrary.fault == nil, bytes.count < Int32.max else { return nil }
        // It must not move while zlib holds on to it.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard czlib_deflate_start(stream, effort.rawValue) == Z_OK else { return nil }
        defer { czlib_deflate_end(stream) }
        return packed(bytes, by: stream)
    }

    private static func packed(
        _ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>
    ) -> [UInt8]? {
        var bytes = bytes
        var isWhole = false
        let room = Int(czlib_deflate_bound(stream, UInt(bytes.count)))
        let packed = bytes.withUnsafeMutableBufferPointer { bytes in
            [UInt8](unsafeUninitializedCapacity: room) { room, count in
                stream.pointee.next_in = bytes.baseAddress
                stream.pointee.avail_in = UInt32(bytes.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                isWhole = czlib_deflate(stream, Z_FINISH) == Z_STREAM_END
                count = room.count - Int(stream.pointee.avail_out)
            }
        }
        return isWhole ? packed : nil
    }
}

/// Unpacks gzip as it comes, up to the end of its first member, and what was packed by zlib without it.
///
/// ```swift
/// var place = 0
/// while let piece = try inflater.nextPiece(of: packed, from: &place) { use(piece) }
/// ```
package struct Inflater: ~Copyable {
    /// Whether the packed data is at its end; what follows is not read.
    package private(set) var isAtEnd = false
    private var isBroken = false
    // The stream must not move while zlib holds on to it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Why there is nothing to unpack with.
    private let lack = CompressionLibrary.fault

    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard lack == nil else { return }
        precondition(czlib_inflate_start(stream) == Z_OK, "zlib needs memory to start with")
    }

    deinit {
        if lack == nil { czlib_inflate_end(stream) }
        stream.deallocate()
    }

    /// Whether some data has to be unpacked first.
    package static func isPacked(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 2 && bytes.unsafeLoad(as: UInt8.self) == 0x1F
            && bytes.unsafeLoad(fromByteOffset: 1, as: UInt8.self) == 0x8B
    }

    /// Unpacks a little more.
    ///
    /// - Parameters:
    ///   - packed: The packed bytes at hand.
    ///   - place: How many of them were read; moved on.
    /// - Returns: At most 16 KiB; nil when more packed bytes are needed or there are none.
    /// - Throws: ``GzipError`` when the bytes are no gzip, once all was given that stands before the fault:
    ///   how the bytes are cut makes no difference.
    package mutating func nextPiece(of packed: RawSpan, from place: inout Int) throws(GzipError)
        -> [UInt8]?
    {
        if let lack { throw lack }
        guard !isBroken else { throw fault }
        guard !isAtEnd, place < packed.byteCount else { return nil }
        var status = Z_OK
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceByteCount) { room, count in
            (status, count) = step(packed, &place, into: room)
        }
        isBroken = ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status)
        if isBroken, piece.isEmpty { throw fault }
        isAtEnd = status == Z_STREAM_END
        return piece.isEmpty ? nil : piece
    }

    private var fault: GzipError {
        GzipError(reason: stream.pointee.msg.map { String(cString: $0) } ?? "it is not gzip")
    }

    private borrowing func step(
        _ packed: RawSpan, _ place: inout Int, into room: UnsafeMutableBufferPointer<UInt8>
    ) -> (status: CInt, count: Int) {
        packed.withUnsafeBytes { bytes in
            let rest = UnsafeMutableRawBufferPointer(mutating: bytes)[place...].prefix(Int(Int32.max))
            let input = UnsafeMutableRawBufferPointer(rebasing: rest)
            stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = UInt32(room.count)
            let status = czlib_inflate(stream, Z_NO_FLUSH)
            place += input.count - Int(stream.pointee.avail_in)
            return (status, room.count - Int(stream.pointee.avail_out))
        }
    }

    private static let pieceByteCount = 16 * 1024
}

/// Why something cannot be unpacked.
package struct GzipError: Error, Hashable, Sendable {
    /// What zlib says.
    package let reason: String
}

/// The library beneath, which is loaded when it is needed.
package enum CompressionLibrary {
    /// What zlib says it is.
    ///
    /// - Throws: ``GzipError`` when it cannot be loaded.
    package static func version() throws(GzipError) -> String {
        if let fault { throw fault }
        return String(cString: czlib_version())
    }

    /// Why nothing can be unpacked; nil when zlib is ready.
    static var fault: GzipError? {
        czlib_load().map { GzipError(reason: "zlib cannot be loaded: \(String(cString: $0))") }
    }
}
