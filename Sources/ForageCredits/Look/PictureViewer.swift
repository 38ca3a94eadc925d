package import ForageDownloads

/// Looks at pictures with the picture program, at each file once.
package actor PictureViewer {
    private let pool: ImagePool?
    private var sights: [String: PictureSight] = [:]

    private static let greatestCount = 5_000

    /// - Parameter pool: The picture program; nil if it cannot be used, so that nothing is seen.
    package init(_ pool: ImagePool?) { self.pool = pool }

    /// The appearance of a picture; nil if it cannot be decoded.
    package func sight(of path: String) async -> PictureSight? {
        if let sight = sights[path] { return sight }
        guard let pool, let sight = try? await pool.see(.file(path)) else { return nil }
        if sights.count < Self.greatestCount { sights[path] = sight }
        return sight
    }

    /// Adds the looks of files to their entries, as far as they can be decoded.
    package func addingLooks(to entries: [LockEntry], in file: LockFile) async -> [LockEntry] {
        var result: [LockEntry] = []
        for entry in entries {
            guard entry.file.look == nil, !Task.isCancelled,
                let sight = await sight(of: "\(file.folder)/\(entry.path)")
            else {
                result.append(entry)
                continue
            }
            var seen = entry
            seen.file.look = sight.look
            seen.file.blurHash = seen.file.blurHash ?? sight.blurHash
            result.append(seen.sealed)
        }
        return result
    }
}
