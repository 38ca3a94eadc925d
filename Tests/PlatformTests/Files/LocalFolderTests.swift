import Platform
import TestPlaces
import Testing

@Suite("Local folders")
struct LocalFolderTests {
    private let place: TemporaryFolder
    private var folder: String { place.path }

    init() throws { place = try TemporaryFolder() }

    @Test("names are sorted and limited; a folder that does not exist has none")
    func names() throws {
        for name in ["b", "a", ".c"] { try LocalFile.replace("\(folder)/\(name)", with: []) }
        #expect(LocalFolder.names(in: folder) == [".c", "a", "b"])
        #expect(LocalFolder.names(in: folder, atMost: 2).count == 2)
        #expect(LocalFolder.names(in: folder + "/nowhere").isEmpty)
        #expect(LocalFolder.entries(in: folder + "/nowhere") == nil)
    }

    @Test("entries may be folders, and a path that cannot be resolved still exists")
    func entries() throws {
        try LocalFile.replace("\(folder)/file", with: [])
        try LocalFolder.make("\(folder)/inner", permissions: 0o700)
        try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
        let entries = try #require(LocalFolder.entries(in: folder))
        #expect(entries.map(\.name) == ["file", "inner", "loop"])
        #expect(entries[1].mayBeFolder)
        #expect(LocalPath.isGone(folder + "/nowhere"))
        #expect(!LocalPath.isGone(folder + "/file") && !LocalPath.isGone(folder + "/loop"))
    }

    @Test("a folder is created with its parents, and may exist already", arguments: ["a", "a/b/c", "/"])
    func make(path: String) throws {
        let path = path == "/" ? path : "\(folder)/\(path)"
        for _ in 1...2 { try LocalFolder.make(path, permissions: 0o700) }
        #expect(LocalPath.kind(path) == .folder)
    }

    @Test("a folder cannot be created below a file, and a missing folder is not writable")
    func trouble() throws {
        try LocalFile.replace(folder + "/file", with: [1, 2])
        let fault = #expect(throws: FileError.self) {
            try LocalFolder.make(folder + "/file/below", permissions: 0o700)
        }
        #expect(fault?.isForLackOfRoom == false)
        #expect(throws: FileError.self) { try LocalFolder.checkWritable(folder + "/nowhere") }
        try LocalFolder.checkWritable(folder)
        #expect(LocalFolder.names(in: folder) == ["file"])
    }

    @Test("a link has its own kind and resolves to its target")
    func links() throws {
        try LocalFile.replace(folder + "/file", with: [1, 2])
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "file")
        #expect(LocalPath.kind(folder + "/file") == .file(2))
        #expect(LocalPath.kind(folder + "/link") == .other)
        #expect(LocalPath.kind(folder + "/nowhere") == nil)
        #expect(LocalPath.real(folder + "/link") == LocalPath.real(folder + "/file"))
        #expect(throws: FileError.self) { try OpenFile(folder + "/link", followsLinks: false) }
    }
}
