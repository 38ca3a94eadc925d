internal import Essentials
internal import Files

/// Where the gallery puts what passes: folders in the system's one for that.
enum TransientFolder {
    private static let name = "forage-gallery"
    private static var place: String { FileManager.default.temporaryDirectory.path }

    static func make() throws(CannotWriteFile) -> OwnFolder { try OwnFolder(in: place, named: name) }

    /// Removes those of galleries that were killed.
    static func removeAbandoned() { OwnFolder.removeAbandoned(in: place, named: name) }
}
