package import ForageCore
package import ForageDownloads

extension Finding {
    /// The program that works on pictures: whether it finds libvips and libchafa, and draws with them.
    package static func pictures(_ pool: ImagePool) async -> Finding {
        do throws(ImageFault) {
            try await pool.check()
            return Finding(name, .well, "works with libvips and libchafa")
        } catch .lacking(let library) {
            return Finding(
                name, .ill,
                "It finds no \(library), so \(loss). Install it with this system's package manager.")
        } catch {
            return Finding(name, .ill, "\(error), so \(loss). Install it and its libraries anew.")
        }
    }

    /// Much works without it.
    package static func noPictures(because reason: String) -> Finding {
        Finding(name, .advice, "\(reason) Until then \(loss).")
    }

    private static let name = "forage-image"
    private static let loss = "pictures are neither converted nor shown in the terminal"
}
