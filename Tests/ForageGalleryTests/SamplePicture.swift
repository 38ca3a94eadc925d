import HTTPServer
import Synchronization

/// The pictures of the album.
enum SamplePicture {
    /// One pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0,
        0,
        0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63,
        0xF8, 0xCF, 0xC0, 0xF0, 0x1F, 0, 5, 0, 1, 0xFF, 0x89, 0x99, 0x3D, 0x1D, 0, 0, 0, 0, 0x49, 0x45, 0x4E,
        0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    static let drawing = """
        <svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><script>alert(1)</script>
        <rect width='20' height='10' fill='teal'/></svg>
        """

    static func answer(_ bytes: [UInt8], type: String = "image/png") -> HTTPServerResponse {
        HTTPServerResponse(headers: ["Content-Type": type], body: .bytes(bytes))
    }

    /// The answers of the service, by name.
    static func serve(_ request: HTTPServerRequest) -> HTTPServerResponse {
        switch request.path {
        case "/pictures/plain": answer(png)
        // The type need not match the bytes.
        case "/pictures/page": answer(Array("<!doctype html><script>alert(1)</script>".utf8))
        case "/pictures/script": answer(Array(drawing.utf8), type: "image/svg+xml")
        case "/pictures/disguise": answer(Array(drawing.utf8))
        case "/pictures/nothing": answer([])
        case "/pictures/gone": HTTPServerResponse(status: 404)
        case "/pictures/failing": HTTPServerResponse(status: 500)
        case "/pictures/cut":
            HTTPServerResponse(
                headers: ["Content-Type": "image/png"], body: .cut(png, declaredLength: 1_000))
        case "/pictures/endless":
            HTTPServerResponse(
                headers: ["Content-Type": "image/png"],
                body: .stream { writer in
                    try await writer.write(png)
                    while true { try await writer.write([UInt8](repeating: 0, count: 1 << 20)) }
                })
        // A GIF of 65,535 by 65,535 pixels.
        case "/pictures/bomb":
            answer(Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x3B], type: "image/gif")
        default: .text("{}")
        }
    }
}

/// A picture without an end, sent for as long as a client reads it.
final class EndlessPicture: Sendable {
    private let begun = Mutex(0)
    private let ended = Mutex(0)

    var count: Int { begun.withLock(\.self) }
    var hasBegun: Bool { count > 0 }
    var hasEnded: Bool { ended.withLock(\.self) > 0 }

    var answer: HTTPServerResponse {
        HTTPServerResponse(
            headers: ["Content-Type": "image/png"],
            body: .stream { [self] writer in
                begun.withLock { $0 += 1 }
                defer { ended.withLock { $0 += 1 } }
                try await writer.write(SamplePicture.png)
                while true {
                    try await writer.write([UInt8](repeating: 0, count: 1 << 10))
                    try await Task.sleep(for: .milliseconds(10))
                }
            })
    }
}
