internal import Essentials
internal import Files

/// A folder of the system's for what passes, into which nobody else can see or put anything. It goes with whoever
/// holds it last.
final class OwnFolder: Sendable {
    let path: String

    init() throws(CannotWriteFile) {
        path = FileManager.default.temporaryDirectory.path + "/forage-gallery-\(UUID())"
        try LocalFolder.make(path, permissions: 0o700)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
