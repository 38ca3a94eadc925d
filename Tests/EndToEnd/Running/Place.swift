import Platform
import TestPlaces

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A home and a working folder for a single test.
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

    /// Writes a file into the folder; an absolute path is used as it is.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644) throws -> String {
        try root.write(bytes, to: name.hasPrefix("/") ? name : "work/\(name)", permissions: permissions)
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

    /// A file for the output of a program.
    func newFile() -> String { "\(root.path)/\(UUID())" }

    /// The environment of programs started here.
    var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        var environment = ["HOME": home, "PATH": own["PATH"] ?? "/usr/bin:/bin"]
        // Most tests are about the compiled providers.
        environment["FORAGE_DEFINITIONS_SHIPPED"] = "false"
        environment["FORAGE_PROVIDERS_COCOACASTS_ENABLED"] = "true"
        environment["LLVM_PROFILE_FILE"] = ProgramCoverage.file
        return environment
    }

    /// The path of the user's own configuration.
    var ownConfiguration: String { "\(home)/.config/forage/config.json" }
    var ownCredentials: String { "\(home)/.config/forage/credentials.json" }

    /// Makes a built program available at another path. A copy could not be run while any test starts a program, because
    /// that has the open copy for a moment, so a link is made where that is possible.
    func install(_ program: String, at path: String) throws {
        let built = BuiltPrograms.path(of: program)
        if link(built, path) != 0 { try FileManager.default.copyItem(atPath: built, toPath: path) }
    }
}
