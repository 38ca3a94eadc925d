import Forage
import ForageCore
import Platform
import TestPlaces
import Testing

@Suite("Paths of configuration files")
struct ConfigurationFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String, permissions: Int = 0o600) throws -> String {
        try folder.write(text, to: name, permissions: permissions)
    }

    private func paths(named: String? = nil, _ environment: [String: String]) -> [String?] {
        ConfigurationFiles(named: named, environment: environment).layers.map(\.origin.path)
    }

    @Test("your own file is in the XDG folder, or below your home folder")
    func ownFile() {
        let home = ["HOME": "/home/me"]
        #expect(paths(home) == ["/home/me/.config/forage/config.json", "config.json"])
        #expect(
            paths(home.merging(["XDG_CONFIG_HOME": "/etc/me"]) { $1 })
                == ["/etc/me/forage/config.json", "config.json"])
        let relative = paths(home.merging(["XDG_CONFIG_HOME": "not/absolute"]) { $1 })
        #expect(relative == paths(home))
    }

    @Test(
        "a file in the current folder is never your own",
        arguments: [[:], ["HOME": ""], ["HOME": "here"]])
    func noHome(environment: [String: String]) {
        let files = ConfigurationFiles(environment: environment)
        #expect(files.layers.map(\.origin.path) == ["config.json"])
        #expect(files.definitions == nil && files.credentials == nil && files.own == nil)
    }

    @Test("one more file can be named, and the command line overrides the environment")
    func namedFile() {
        #expect(paths(["HOME": "/h", "FORAGE_CONFIG": "a.json"]).last == "a.json")
        #expect(paths(named: "b.json", ["HOME": "/h", "FORAGE_CONFIG": "a.json"]).last == "b.json")
        for blank in ["", "  "] {
            #expect(paths(["HOME": "/h", "FORAGE_CONFIG": blank]).last == "config.json")
        }
    }

    @Test("values of the files apply, the stronger over the weaker")
    func layers() throws {
        _ = try write(#"{ "defaults": { "limit": 3 }, "timeout": 2 }"#, to: "forage/config.json")
        let named = try write(#"{ "defaults": { "limit": 4 } }"#, to: "named.json")
        let environment = ["XDG_CONFIG_HOME": folder.path]
        func limit(named: String? = nil) throws -> Int {
            let files = ConfigurationFiles(named: named, environment: environment)
            return try Configuration(layers: files.layers, registrations: Forage.builtIn).limit
        }
        #expect(try limit() == 3)
        #expect(try limit(named: named) == 4)
    }

    @Test("keys are read only from a private file", arguments: [(0o600, true), (0o644, false)])
    func credentials(permissions: Int, isRead: Bool) throws {
        let file = try write(
            #"{ "keyed": { "apiKey": "abc" } }"#, to: "forage/credentials.json", permissions: permissions)
        let files = ConfigurationFiles(environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(files.credentials?.path == file)
        let read = try? Configuration(
            registrations: [KeyedProvider.registration], credentials: files.credentials)
        #expect((read?.providers.first?.keys.first?.isSet ?? false) == isRead)
    }

    @Test("a folder in place of a file, and a file that is too large, cannot be read")
    func unreadable() throws {
        let large = try write(String(repeating: " ", count: (1 << 20) + 1), to: "large.json")
        for path in [folder.path, large] {
            let files = ConfigurationFiles(named: path, environment: ["HOME": "/nowhere"])
            #expect(throws: ConfigurationError.self) {
                try Configuration(layers: files.layers, registrations: Forage.builtIn)
            }
        }
    }

    @Test("a folder in place of the credentials file cannot be read either")
    func credentialsFolder() throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/forage/credentials.json", withIntermediateDirectories: true)
        let files = ConfigurationFiles(environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(throws: ConfigurationError.self) {
            try Configuration(registrations: Forage.builtIn, credentials: files.credentials)
        }
    }
}
