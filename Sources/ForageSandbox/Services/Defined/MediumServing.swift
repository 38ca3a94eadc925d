internal import HTTPServer

/// Serves silent sounds and empty films.
enum MediumServing {
    /// Three minutes of silence as an MP3 file, in frames of 26 ms.
    static let silence: [UInt8] = (0..<6_890).flatMap { _ in
        [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    }

    /// The beginnings of files without content, by type; other sounds are silence, and other films are MP4.
    private static let beginnings: [String: [UInt8]] = [
        "audio/ogg": Array("OggS".utf8), "audio/wav": Array("RIFF\0\0\0\0WAVE".utf8),
        "audio/flac": Array("fLaC".utf8), "video/webm": [0x1A, 0x45, 0xDF, 0xA3] + Array("webm".utf8),
        "video/ogg": Array("OggS\u{80}theora".utf8),
    ]

    static func answer(of type: String, to request: SandboxRequest) -> HTTPServerResponse {
        let film = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
        let bytes = beginnings[type] ?? (type.hasPrefix("audio/") ? silence : film)
        return HTTPServerResponse(
            headers: ["Content-Type": type, "Last-Modified": "Fri, 28 Jun 2024 15:00:00 GMT"],
            body: .bytes(bytes)
        ).honouringRange(askedFor: request.headers)
    }
}
