internal import ForageCore

/// Converts a picture to another format, with its colour profile and its metadata such as credit, dates and places.
package struct ImageConversion: FinishingStep {
    package let mark = FinishingMark.converted
    /// The format of the result.
    package let format: FileFormat
    private let pool: ImagePool

    package init(to format: FileFormat, by pool: ImagePool) {
        self.format = format
        self.pool = pool
    }

    /// Checks that pictures can be converted, before any is fetched.
    package func check() async throws(ImageError) { try await pool.check() }

    package func finish(
        _ file: WholeFile, into path: String
    ) async throws(DownloadError) -> FinishingResult {
        guard file.type.mediaType != format.mediaType else { return .unneeded }
        guard file.type.isConvertible else {
            throw .unconvertible(
                "\(file.type.fileExtension.uppercased()) pictures cannot be converted to \(format.rawValue)")
        }
        do throws(ImageError) {
            _ = try await pool.make(
                .file(file.path), .init(transform(of: file), to: path, keepingMetadata: true))
            guard ContentCredentials.areIn(file.path) else { return .made }
            return .madeLosing("the converted picture has no Content Credentials; they sign the original")
        } catch .cancelled {
            throw .cancelled
        } catch .refused(let reason) {
            throw .unconvertible("it cannot be converted to \(format.rawValue): \(reason)")
        } catch .noRoom(let reason) {
            throw .noRoom("\(file.item.id) as \(format.rawValue): \(reason)")
        } catch {
            throw .unfinished(error)
        }
    }

    /// The transform of a file: a raster picture keeps its pixels, and a drawing gets the requested number.
    private func transform(of file: WholeFile) -> ImageTransform {
        guard file.type.isDrawing, case .width(let width, let ratio) = file.selection.size else {
            return ImageTransform(format: format.made)
        }
        return ImageTransform(width: width, format: format.made, pixelRatio: ratio)
    }
}
