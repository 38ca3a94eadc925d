/// Embeds the credit in pictures as an XMP packet, and preserves every byte of the picture itself.
package struct CreditEmbedding: FinishingStep {
    package let mark = FinishingMark.credited

    package init() {}

    package func finish(
        _ file: WholeFile, into path: String
    ) async throws(DownloadError) -> FinishingResult {
        let picture = try PictureFile(file.path)
        let patch: BytePatch
        do throws(EmbeddingError) {
            patch = try Self.patch(for: picture, file.type, CreditPacket(file.item))
        } catch {
            return .left(because: "the credit is in a separate file, not in the picture: \(error.reason)")
        }
        try await patch.write(picture, to: path)
        return .made
    }

    private static func patch(
        for picture: PictureFile, _ type: FileType, _ packet: CreditPacket
    ) throws(EmbeddingError) -> BytePatch {
        switch type.fileExtension {
        case "jpg": try JPEGCredit.patch(picture, packet)
        case "png": try PNGCredit.patch(picture, packet)
        case "webp": try WebPCredit.patch(picture, packet)
        default: throw EmbeddingError("embedding is not supported for \(type.fileExtension) files")
        }
    }
}

/// The reason why a credit is not embedded in a file, which then stays unchanged.
struct EmbeddingError: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let cutOff = EmbeddingError("the file ends too early")
    static let tooManyParts = EmbeddingError("the file has too many parts")
    static let invalidStructure = EmbeddingError("its structure is invalid")
    static let severalPackets = EmbeddingError("the file has metadata in several places")
    static let tooLong = EmbeddingError("the file's metadata is too long")
    /// A signed C2PA manifest covers the file's bytes, so any change makes it invalid.
    static let signed = EmbeddingError("a change would make the file's Content Credentials invalid")
}
