import Platform
import TestPlaces
import Testing

@Suite("A folder")
struct LocalFolderTests {
    private let place: TemporaryFolder
    private var folder: String { place.path }

    init() throws { place = try TemporaryFolder() }

    @Test("its names come in order, as many as were asked for; none where there is no folder")
    func names() throws {
        for name in ["b", "a", ".c"] { try LocalFile.replace("\(folder)/\(name)", with: []) }
        #expect(LocalFolder.names(in: folder) == [".c", "a", "b"])
        #expect(LocalFolder.names(in: folder, atMost: 2).count == 2)
        #expect(LocalFolder.names(in: folder + "/nowhere").isEmpty)
        #expect(LocalFolder.entries(in: folder + "/nowhere") == nil)
    }

    @Test("what is there may be a folder, or is known to be none; what cannot be reached is not gone")
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

    @Test("is made with those around it, and may be there already", arguments: ["a", "a/b/c", "/"])
    func make(path: String) throws {
        let path = path == "/" ? path : "\(folder)/\(path)"
        for _ in 1...2 { try LocalFolder.make(path, permissions: 0o700) }
        #expect(LocalPath.kind(path) == .folder)
    }

    @Test("cannot be made below a file, nor written to where it is not there")
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

    @Test("a link in it is a thing of its own, and leads where it leads")
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
