import Platform
import TestPlaces

/// A home and a folder to work in, of one test alone.
final class Place: Sendable {
    let home: String
    let folder: String
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder()
        home = root.path + "/home"
        folder = root.path + "/work"
        for path in [home, folder] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
    }

    /// Writes a file into the folder; an absolute path is taken as it is.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644) throws -> String {
        try root.write(bytes, to: name.hasPrefix("/") ? name : "work/\(name)", permissions: permissions)
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

    /// A file that a program writes into.
    func newFile() -> String { "\(root.path)/\(UUID())" }

    /// What a program started here finds in its environment.
    var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        var environment = ["HOME": home, "PATH": own["PATH"] ?? "/usr/bin:/bin"]
        // Most tests speak of the providers that are compiled.
        environment["FORAGE_DEFINITIONS_SHIPPED"] = "false"
        environment["FORAGE_PROVIDERS_COCOACASTS_ENABLED"] = "true"
        environment["LLVM_PROFILE_FILE"] = ProgramCoverage.file
        return environment
    }

    /// Where the person's own configuration is.
    var ownConfiguration: String { "\(home)/.config/forage/config.json" }
    var ownCredentials: String { "\(home)/.config/forage/credentials.json" }
}
