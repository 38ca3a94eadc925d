internal import Platform

/// The locks that were used on this machine, so that their pictures are recognised elsewhere.
package struct LocksMet: Sendable {
    private let path: String

    private static let greatestCount = 1_000

    /// - Parameter folder: The folder of this user's state.
    package init(in folder: String) { path = "\(folder)/locks" }

    /// Notes a lock. If that fails, only later searches find less.
    package func note(_ file: LockFile) {
        guard !paths.contains(file.path) else { return }
        try? LocalFile.edit(path, upTo: 4 << 20, permissions: 0o600, isPrecious: false) { old in
            let lines = Self.lines(old).filter { $0 != file.path } + [file.path]
            return Array(lines.suffix(Self.greatestCount).map { $0 + "\n" }.joined().utf8)
        }
    }

    /// The locks that still exist, the latest first.
    package var files: [LockFile] {
        paths.reversed().compactMap { path in
            guard let slash = path.lastIndex(of: "/"), path.hasPrefix("/") else { return nil }
            let file = LockFile(in: String(path[..<slash]), named: String(path[path.index(after: slash)...]))
            return file.exists ? file : nil
        }
    }

    private var paths: [String] {
        guard let file = try? LocalFile(path, upTo: 4 << 20, pipes: false) else { return [] }
        return Self.lines(file.bytes)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
