internal import CZlib

/// Compresses complete data in gzip format.
package enum Gzip {
    /// The format of the compressed data, as zlib's number of bits of its window.
    package enum Form: CInt, Sendable {
        case zlib = 15
        case gzip = 31
    }

    /// The effort that is spent on a small result.
    package enum Effort: CInt, Sendable {
        /// For large data that is compressed for each request.
        case least = 1
        /// For data that is compressed for each request.
        case little = 4
        /// For data that is compressed once.
        case most = 9
    }

    /// Returns the compressed bytes; nil if zlib cannot be loaded or has no memory.
    package static func pack(
        _ bytes: [UInt8], _ effort: Effort = .little, as form: Form = .gzip
    ) -> [UInt8]? {
        var stream = GzipStream(effort, as: form)
        return stream?.pack(bytes, isLast: true)
    }
}

/// Compresses data in gzip format piece by piece.
package struct GzipStream: ~Copyable {
    // The stream must not move, because zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<czlib_stream>

    /// Nil if zlib cannot be loaded or has no memory.
    package init?(_ effort: Gzip.Effort = .little, as form: Gzip.Form = .gzip) {
        guard CompressionLibrary.fault == nil else { return nil }
        let stream = UnsafeMutablePointer<czlib_stream>.allocate(capacity: 1)
        stream.initialize(to: czlib_stream())
        guard czlib_deflate_start(stream, effort.rawValue, form.rawValue) == CZLIB_OK else {
            stream.deallocate()
            return nil
        }
        self.stream = stream
    }

    deinit {
        czlib_deflate_end(stream)
        stream.deallocate()
    }

    /// Compresses a piece of less than 2 GiB, so that the reader can decompress all of it when it arrives.
    package mutating func pack(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        precondition(bytes.count < Int32.max)
        let roomByteCount = Int(czlib_deflate_bound(stream, UInt(bytes.count))) + 16
        var packed: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            stream.pointee.next_in = bytes.baseAddress
            stream.pointee.avail_in = UInt32(bytes.count)
            repeat {
                packed += [UInt8](unsafeUninitializedCapacity: roomByteCount) { room, count in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(roomByteCount)
                    _ = czlib_deflate(stream, isLast ? CZLIB_FINISH : CZLIB_SYNC_FLUSH)
                    count = roomByteCount - Int(stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
        }
        return packed
    }
}

/// Decompresses gzip data piece by piece up to the end of its first member, or data in zlib format.
///
/// ```swift
/// var place = 0
/// while let piece = try inflater.nextPiece(of: packed, from: &place) { use(piece) }
/// ```
package struct Inflater: ~Copyable {
    /// Indicates whether the compressed data has ended; any further bytes are not read.
    package private(set) var isAtEnd = false
    private var isBroken = false
    // The stream must not move, because zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<czlib_stream>
    /// The reason why zlib cannot be used, if any.
    private let lack = CompressionLibrary.fault

    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: czlib_stream())
        guard lack == nil else { return }
        precondition(czlib_inflate_start(stream) == CZLIB_OK, "zlib could not allocate memory")
    }

    deinit {
        if lack == nil { czlib_inflate_end(stream) }
        stream.deallocate()
    }

    /// Indicates whether data is compressed with gzip.
    package static func isPacked(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 2 && bytes.unsafeLoad(as: UInt8.self) == 0x1F
            && bytes.unsafeLoad(fromByteOffset: 1, as: UInt8.self) == 0x8B
    }

    /// Decompresses the next piece.
    ///
    /// - Parameters:
    ///   - packed: The compressed bytes that are available.
    ///   - place: The number of bytes that have been read; it is increased.
    /// - Returns: At most 16 KiB; nil if more compressed bytes are needed or the data has ended.
    /// - Throws: ``GzipError`` if the bytes are invalid, after all bytes before the fault have been returned. The
    ///   result does not depend on how the compressed bytes are split.
    package mutating func nextPiece(of packed: RawSpan, from place: inout Int) throws(GzipError)
        -> [UInt8]?
    {
        if let lack { throw lack }
        guard !isBroken else { throw fault }
        guard !isAtEnd, place < packed.byteCount else { return nil }
        var status = CZLIB_OK
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceByteCount) { room, count in
            (status, count) = step(packed, &place, into: room)
        }
        isBroken = ![CZLIB_OK, CZLIB_STREAM_END, CZLIB_BUFFER_ERROR].contains(status)
        if isBroken, piece.isEmpty { throw fault }
        isAtEnd = status == CZLIB_STREAM_END
        return piece.isEmpty ? nil : piece
    }

    private var fault: GzipError {
        GzipError(reason: stream.pointee.msg.map { String(cString: $0) } ?? "it is not gzip")
    }

    private borrowing func step(
        _ packed: RawSpan, _ place: inout Int, into room: UnsafeMutableBufferPointer<UInt8>
    ) -> (status: CInt, count: Int) {
        packed.withUnsafeBytes { bytes in
            let input = UnsafeRawBufferPointer(rebasing: bytes[place...].prefix(Int(Int32.max)))
            stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = UInt32(room.count)
            let status = czlib_inflate(stream, CZLIB_NO_FLUSH)
            place += input.count - Int(stream.pointee.avail_in)
            return (status, room.count - Int(stream.pointee.avail_out))
        }
    }

    private static let pieceByteCount = 16 * 1024
}

/// The reason why data cannot be decompressed.
package struct GzipError: Error, Hashable, Sendable {
    /// The message of zlib.
    package let reason: String
}

/// The C library for compression, which is loaded on first use.
package enum CompressionLibrary {
    /// Returns the version that zlib reports.
    ///
    /// - Throws: ``GzipError`` if the library cannot be loaded.
    package static func version() throws(GzipError) -> String {
        if let fault { throw fault }
        return String(cString: czlib_version())
    }

    /// The reason why zlib cannot be used; nil if it is loaded.
    static var fault: GzipError? {
        czlib_load().map { GzipError(reason: "zlib cannot be loaded: \(String(cString: $0))") }
    }
}
