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
}
