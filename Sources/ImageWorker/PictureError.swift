internal import CVips
internal import Platform

/// The reason why a picture could not be processed, in one sentence without its full stop.
struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// The system's error number, if there is one.
    private let code: CInt?

    init(_ description: String) { self.init(description, nil) }

    private init(_ description: String, _ code: CInt?) {
        self.description = description
        self.code = code
    }

    /// Indicates whether the disk or the user's quota is full.
    var isForLackOfRoom: Bool { code == ENOSPC || code == EDQUOT }

    /// The last error of the library, from the first line of its message.
    static var last: PictureError {
        defer { vips_error_clear() }
        let complaint = vips_error_buffer().map { String(cString: $0) } ?? ""
        let line =
            complaint.split(whereSeparator: \.isNewline).first.map(String.init)
            ?? "libvips gives no reason"
        // Reading and writing overlap; only errors of the output begin with this word.
        let verb = line.hasPrefix("target: ") ? "written" : "read"
        return PictureError("it cannot be \(verb): \(String(line.prefix(200)))")
    }

    /// The system's error for an operation.
    static func system(_ verb: String, _ code: CInt) -> PictureError {
        PictureError("it cannot be \(verb): \(String(cString: strerror(code)).lowercased())", code)
    }
}

/// The library that decodes pictures.
enum PictureLibrary {
    /// Starts the library, once for the whole program and before any other use. It then reads JPEG, PNG, GIF, WebP,
    /// AVIF, HEIC and SVG, and refuses all other formats.
    ///
    /// - Throws: ``PictureError`` if it cannot be used.
    static func start() throws(PictureError) {
        guard cvips_start("forage-image") == 0 else { throw PictureError.last }
    }

    /// Prepares for a picture: clears errors of an earlier one and loads the decoder if needed.
    static func prepare(for bytes: PictureBytes) throws(PictureError) {
        vips_error_clear()
        // The decoder of AVIF and HEIC is slow to load.
        guard !bytes.isBoxed || cvips_open_heif() == 0 else { throw PictureError.last }
    }
}
