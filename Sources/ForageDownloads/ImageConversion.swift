internal import ForageCore

/// Makes a picture of another format, with its colour profile and what stands in it of credit, dates and places.
package struct ImageConversion: FinishingStep {
    package let mark = "converted"
    /// What the picture becomes.
    package let format: FileFormat
    private let pool: ImagePool

    package init(to format: FileFormat, by pool: ImagePool) {
        self.format = format
        self.pool = pool
    }

    /// Sees that pictures can be worked on, before any is fetched for it.
    package func check() async throws(ImageError) { try await pool.check() }

    package func finish(
        _ file: WholeFile, into path: String
    ) async throws(DownloadError) -> FinishingResult {
        guard file.type.mediaType != format.mediaType else { return .unneeded }
        guard file.type.isConvertible else {
            throw .unconvertible(
                "\(file.type.fileExtension.uppercased()) pictures cannot be made into \(format.rawValue)")
        }
        do throws(ImageError) {
            _ = try await pool.make(
                .file(file.path), .init(transform(of: file), to: path, keepingMetadata: true))
            return .made
        } catch .cancelled {
            throw .cancelled
        } catch .refused(let reason) {
            throw .unconvertible("it cannot be made into \(format.rawValue): \(reason)")
        } catch .noRoom(let reason) {
            throw .noRoom("\(file.item.id) as \(format.rawValue): \(reason)")
        } catch {
            throw .unfinished(error)
        }
    }

    /// A picture that is made of pixels keeps them; a drawing gets as many as were asked for.
    private func transform(of file: WholeFile) -> ImageTransform {
        guard file.type.isDrawing, case .width(let width, let ratio) = file.selection.size else {
            return ImageTransform(format: format.made)
        }
        return ImageTransform(width: width, format: format.made, pixelRatio: ratio)
    }
}
