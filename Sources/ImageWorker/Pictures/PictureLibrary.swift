internal import CVips

/// The library that decodes pictures.
package enum PictureLibrary {
    /// Starts it, once for the whole program and before anything else of this room is used. It then reads JPEG, PNG, GIF,
    /// WebP, AVIF, HEIC and SVG and refuses everything else, whatever it could read beyond.
    ///
    /// - Throws: ``PictureFault`` where it cannot be used.
    package static func start() throws(PictureFault) {
        guard cvips_start("forage-image") == 0 else { throw PictureFault.last }
    }

    /// Sees to it that a picture can be read, and that what is said of it is not about one before.
    static func prepare(for bytes: PictureBytes) throws(PictureFault) {
        vips_error_clear()
        // What reads AVIF and HEIC takes long to open.
        guard !bytes.isBoxed || cvips_open_heif() == 0 else { throw PictureFault.last }
    }
}
