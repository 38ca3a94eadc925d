internal import CVips
internal import ForageDownloads
internal import Platform

extension ImageError {
    /// The last error of the library, from the first line of its message.
    static var last: ImageError {
        defer { vips_error_clear() }
        let complaint = vips_error_buffer().map { String(cString: $0) } ?? ""
        let line =
            complaint.split(whereSeparator: \.isNewline).first.map(String.init)
            ?? "libvips gives no reason"
        // Reading and writing overlap; only errors of the output begin with this word.
        let verb = line.hasPrefix("target: ") ? "written" : "read"
        return .refused("it cannot be \(verb): \(String(line.prefix(200)))")
    }

    /// The system's error for an operation.
    static func system(_ verb: String, _ code: CInt) -> ImageError {
        let reason = "it cannot be \(verb): \(String(cString: strerror(code)).lowercased())"
        return code == ENOSPC || code == EDQUOT ? .noRoom(reason) : .refused(reason)
    }
}

/// The library that decodes pictures.
enum PictureLibrary {
    /// Starts the library, once for the whole program and before any other use. It then reads JPEG, PNG, GIF, WebP,
    /// AVIF, HEIC and SVG, and refuses all other formats.
    ///
    /// - Throws: ``ImageError`` if it cannot be used.
    static func start() throws(ImageError) {
        guard cvips_start("forage-image") == 0 else { throw ImageError.last }
    }

    /// Prepares for a picture: clears errors of an earlier one and loads the decoder if needed.
    static func prepare(for bytes: PictureBytes) throws(ImageError) {
        vips_error_clear()
        // The decoder of AVIF and HEIC is slow to load.
        guard !bytes.isBoxed || cvips_open_heif() == 0 else { throw ImageError.last }
    }
}
