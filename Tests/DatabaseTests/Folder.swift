import Platform
import TestPlaces

/// A folder that contains a database.
final class Folder: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws { folder = try TemporaryFolder() }

    var database: String { path + "/owls.sqlite" }

    func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

    func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
