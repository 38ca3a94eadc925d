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
