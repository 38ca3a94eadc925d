internal import CVips
internal import Platform

/// Why nothing could be made of a picture, in one sentence without its full stop.
struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// The number that the system gave, where it said why.
    private let code: CInt?

    init(_ description: String) { self.init(description, nil) }

    private init(_ description: String, _ code: CInt?) {
        self.description = description
        self.code = code
    }

    /// Whether the disk is full, or the person's share of it.
    var isForLackOfRoom: Bool { code == ENOSPC || code == EDQUOT }

    /// What the library complained of last, made of its first line.
    static var last: PictureError {
        defer { vips_error_clear() }
        let complaint = vips_error_buffer().map { String(cString: $0) } ?? ""
        let line =
            complaint.split(whereSeparator: \.isNewline).first.map(String.init)
            ?? "libvips does not say why"
        // A picture is read while another is written of it; only the place to write to complains by that name.
        let verb = line.hasPrefix("target: ") ? "written" : "read"
        return PictureError("it cannot be \(verb): \(String(line.prefix(200)))")
    }

    /// What the system said when something could not be done.
    static func system(_ verb: String, _ code: CInt) -> PictureError {
        PictureError("it cannot be \(verb): \(String(cString: strerror(code)).lowercased())", code)
    }
}

/// The library that decodes pictures.
enum PictureLibrary {
    /// Starts it, once for the whole program and before anything else of this room is used. It then reads JPEG, PNG, GIF,
    /// WebP, AVIF, HEIC and SVG and refuses everything else, whatever it could read beyond.
    ///
    /// - Throws: ``PictureError`` where it cannot be used.
    static func start() throws(PictureError) {
        guard cvips_start("forage-image") == 0 else { throw PictureError.last }
    }

    /// Sees to it that a picture can be read, and that what is said of it is not about one before.
    static func prepare(for bytes: PictureBytes) throws(PictureError) {
        vips_error_clear()
        // What reads AVIF and HEIC takes long to open.
        guard !bytes.isBoxed || cvips_open_heif() == 0 else { throw PictureError.last }
    }
}
