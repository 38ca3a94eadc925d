/// Films and sounds.
extension FileType {
    /// The types of films and sounds.
    static let media = [
        ("mp3", "audio/mpeg"), ("m4a", "audio/mp4"), ("aac", "audio/aac"), ("ogg", "audio/ogg"),
        ("opus", "audio/ogg"), ("flac", "audio/flac"), ("wav", "audio/wav"), ("mp4", "video/mp4"),
        ("mov", "video/quicktime"), ("webm", "video/webm"), ("mkv", "video/x-matroska"), ("ogv", "video/ogg"),
    ].map { FileType(fileExtension: $0.0, mediaType: $0.1) }

    /// Determines the type of a film or a sound by its first bytes; nil for anything else.
    init?(ofMedium start: [UInt8]) {
        let name = Self.mediumExtension(start)
        guard let type = Self.media.first(where: { $0.fileExtension == name }) else { return nil }
        self = type
    }

    private static func mediumExtension(_ start: [UInt8]) -> String? {
        func has(_ text: String, at place: Int = 0) -> Bool {
            start.dropFirst(place).starts(with: text.utf8)
        }
        let beginning = String(decoding: start.prefix(greatestHeadByteCount), as: Unicode.ASCII.self)
        if has("ID3") { return "mp3" }
        if has("fLaC") { return "flac" }
        if has("RIFF"), has("WAVE", at: 8) { return "wav" }
        if has("ftyp", at: 4) {
            let isSound = has("M4A ", at: 8) || has("M4B ", at: 8)
            return isSound ? "m4a" : has("qt  ", at: 8) ? "mov" : "mp4"
        }
        if has("OggS") {
            return beginning.contains("theora") ? "ogv" : beginning.contains("OpusHead") ? "opus" : "ogg"
        }
        if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return beginning.contains("webm") ? "webm" : "mkv"
        }
        guard start.count > 1, start[0] == 0xFF else { return nil }
        // The first bits of a frame of MPEG audio, layer III, or of AAC.
        return start[1] & 0xE6 == 0xE2 ? "mp3" : start[1] & 0xF6 == 0xF0 ? "aac" : nil
    }

    /// The number of bytes that state the content of an Ogg or Matroska file.
    private static let greatestHeadByteCount = 256
}
