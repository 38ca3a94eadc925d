internal import Platform

/// The small file that Git has in place of a picture in Git LFS that was not fetched.
package enum LFSPointer {
    private static let start = Array("version https://git-lfs.github.com/spec/".utf8)
    private static let greatestByteCount = 1_024

    /// Indicates whether a file is a pointer.
    package static func isAt(_ path: String) -> Bool {
        guard let file = try? LocalFile(path, upTo: greatestByteCount, pipes: false, followsLinks: false)
        else { return false }
        return file.isWhole && file.bytes.starts(with: start)
    }
}
