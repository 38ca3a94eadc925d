internal import CMicroHTTPD

/// An answer in the library's form, let go of once it is queued.
struct PreparedResponse: ~Copyable {
    private let status: UInt32
    private let handle: OpaquePointer

    /// Nil where a header or the status is not valid HTTP, or memory is short.
    init?(_ response: HTTPServerResponse, channel: BodyChannel?) {
        guard (200...999).contains(response.status), let handle = Self.make(response.body, channel: channel)
        else { return nil }
        let areValid = response.headers.allSatisfy {
            MHD_add_response_header(handle, $0.name, $0.value) == .YES
        }
        guard areValid else {
            MHD_destroy_response(handle)
            return nil
        }
        status = UInt32(response.status)
        self.handle = handle
    }

    private static func make(_ body: HTTPServerResponse.Body, channel: BodyChannel?) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            bytes.count > blockSize ? make(bytes, byteCount: bytes.count) : make(bytes)
        case .cut(let bytes, let declaredLength):
            make(bytes, byteCount: max(declaredLength, bytes.count + 1))
        case .stream(let byteCount, _):
            channel.flatMap { channel in
                MHD_create_response_from_callback(
                    byteCount.map { UInt64($0) } ?? .max, blockSize, readChannel,
                    Unmanaged.passRetained(channel).toOpaque(), releaseBody)
            }
        }
    }

    private static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return bytes.withUnsafeMutableBytes {
            MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    /// What is long is taken from where it is piece by piece: however many wait for it and however slowly they
    /// read, it is in memory once.
    private static func make(_ bytes: [UInt8], byteCount: Int) -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64(byteCount), blockSize, readBody,
            Unmanaged.passRetained(SharedBody(bytes)).toOpaque(), releaseBody)
    }

    private static let blockSize = 64 * 1024

    func queue(on connection: OpaquePointer) -> Bool {
        MHD_queue_response(connection, status, handle) == .YES
    }

    deinit {
        MHD_destroy_response(handle)
    }
}

/// The bytes of a body that are sent piece by piece.
final class SharedBody: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
