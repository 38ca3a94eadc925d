package import ForageDownloads

/// Looks at pictures with the picture program, at each file once.
package actor PictureViewer {
    private let pool: ImagePool?
    private var sights: [String: PictureSight] = [:]
    private var digests: [String: String] = [:]

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

    /// The appearance of a picture with these bytes; nil if the file has others or cannot be decoded.
    func sight(of path: String, withDigest digest: String) async -> PictureSight? {
        let found = digests[path] ?? FileDigest.of(path)
        if digests.count < Self.greatestCount { digests[path] = found }
        return found == digest ? await sight(of: path) : nil
    }

    /// Adds the looks of files to their entries, as far as they can be decoded.
    package func addingLooks(to entries: [LockEntry], in file: LockFile) async -> [LockEntry] {
        await withTaskGroup(of: (place: Int, sight: PictureSight?).self) { group in
            for (place, entry) in entries.enumerated() where entry.file.look == nil {
                _ = group.addTaskUnlessCancelled {
                    (place, await self.sight(of: "\(file.folder)/\(entry.path)"))
                }
            }
            var result = entries
            for await case (let place, let sight?) in group {
                result[place].file.look = sight.look
                result[place].file.blurHash = result[place].file.blurHash ?? sight.blurHash
                result[place] = result[place].sealed
            }
            return result
        }
    }
}
