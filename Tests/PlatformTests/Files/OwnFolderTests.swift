import Platform
import TestPlaces
import Testing

@Suite("Temporary work folders")
struct OwnFolderTests {
    private let place: TemporaryFolder
    private var names: [String] { LocalFolder.names(in: place.path) }

    init() throws { place = try TemporaryFolder() }

    @Test("a work folder is private to its owner, and removed with its content after its last use")
    func goes() throws {
        try place.write("kept", to: "elsewhere/file")
        var folder: OwnFolder? = try OwnFolder(in: place.path, named: "work")
        let path = try #require(folder?.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        try place.write("gone", to: "\(path)/a/b/file")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/link", withDestinationPath: place.path + "/elsewhere")
        folder = nil
        #expect(names == ["elsewhere"])
        #expect(LocalFolder.names(in: place.path + "/elsewhere") == ["file"])
    }

    @Test("folders of killed processes are removed; folders in use, other names and links are kept")
    func abandoned() throws {
        let held = try OwnFolder(in: place.path, named: "work")
        for name in ["work.left/a/file", "works.other/file", "work/file", "elsewhere/file"] {
            try place.write("", to: name)
        }
        try place.write("", to: "work.file")
        try FileManager.default.createSymbolicLink(
            atPath: place.path + "/work.link", withDestinationPath: place.path + "/elsewhere")
        OwnFolder.removeAbandoned(in: place.path, named: "work")
        let own = held.path.split(separator: "/").last.map(String.init)
        let others = ["works.other", "work", "elsewhere", "work.file", "work.link"]
        #expect(Set(names) == Set(others + [own ?? ""]))
        #expect(LocalFolder.names(in: place.path + "/elsewhere") == ["file"])
    }

    @Test("creating and cleaning up at the same time leaves every task its folder")
    func atOnce() async throws {
        let path = place.path
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    if number.isMultiple(of: 2) {
                        OwnFolder.removeAbandoned(in: path, named: "work")
                        return true
                    }
                    let folder = try OwnFolder(in: path, named: "work")
                    try LocalFile.make(folder.path + "/file", with: [1], permissions: 0o600)
                    OwnFolder.removeAbandoned(in: path, named: "work")
                    return LocalFolder.names(in: folder.path) == ["file"]
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(names.isEmpty)
    }

    @Test("a folder that cannot be created is an error")
    func trouble() throws {
        try place.write("", to: "file")
        #expect(throws: FileError.self) { try OwnFolder(in: place.path + "/file", named: "work") }
    }
}
