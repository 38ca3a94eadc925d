internal import Files
internal import ForageCore
internal import ForageImages

/// Has smaller pictures and pictures of drawings made, by `forage-image`.
struct PictureWorkshop: Sendable {
    private let pool: ImagePool

    /// - Parameter program: The path of `forage-image`.
    init(_ program: String) {
        pool = ImagePool(program: program)
    }

    /// The widths that may be asked for; a few, so that each is kept and found again.
    static let widths = [160, 320, 640, 960, 1280, 1920, 2560]

    /// Makes a picture of one that is at most so wide, or of a drawing one that is exactly so wide.
    func make(
        _ bytes: [UInt8], isDrawing: Bool, wide width: Int, as format: ImageTransform.Format
    ) async throws(ImageFault) -> Content {
        let folder: OwnFolder
        do throws(CannotWriteFile) { folder = try TransientFolder.make() } catch {
            throw .unusable("has no place to work: \(error.clause)")
        }
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/picture"
        let transform = ImageTransform(width: width, fit: isDrawing ? .fit : .limit, format: format)
        let made = try await pool.make(.bytes(bytes), .init(transform, to: path))
        guard let file = try? LocalFile(path, upTo: Self.greatestByteCount), file.isWhole else {
            throw .refused("what was made of it cannot be read")
        }
        return Content(
            file.bytes, type: made.format == .jpg ? "image/jpeg" : "image/\(made.format.rawValue)")
    }

    private static let greatestByteCount = 64 << 20
}
