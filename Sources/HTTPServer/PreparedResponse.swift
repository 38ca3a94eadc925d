internal import CMicroHTTPD

/// A response in the library's form, released once it is queued.
struct PreparedResponse: ~Copyable {
    private let status: UInt32
    private let handle: OpaquePointer

    /// Creates the response; nil if a header or the status is invalid, or memory is insufficient.
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

    /// Creates a response whose long body is read piece by piece, so that it is in memory only once, however many
    /// clients wait for it and however slowly they read.
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

/// The bytes of a body that is sent piece by piece.
final class SharedBody: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
