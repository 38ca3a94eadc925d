internal import Files
internal import Hashing

/// The SHA-256 of files on the disk, in hex.
enum FileDigest {
    /// Nil where it cannot be read to its end.
    static func of(_ path: String) -> String? {
        guard let file = try? OpenFile(path, followsLinks: false), var digest = try? RunningDigest() else {
            return nil
        }
        while !Task.isCancelled, let piece = try? file.read(upTo: 128 * 1024) {
            if piece.isEmpty { return digest.finish().hex }
            digest.add(piece)
        }
        return nil
    }
}
