internal import Platform

/// A folder for one test, removed with this value.
package final class TemporaryFolder: Sendable {
    /// Its path.
    package let path: String

    /// Makes an empty folder.
    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "forage-test-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and its parent folders; an absolute path is used as it is. Returns the path.
    @discardableResult
    package func write(
        _ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644
    ) throws -> String {
        let file = URL(filePath: name.hasPrefix("/") ? name : "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
        return file.path
    }

    /// Writes a text file and its parent folders.
    @discardableResult
    package func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
        try write(text.utf8, to: name, permissions: permissions)
    }
}
