import Platform
import TestPlaces
import TestWording
import Testing

@Suite("Replacing a file")
struct FileWritingTests {
    private let place: TemporaryFolder
    private var folder: String { place.path }

    init() throws { place = try TemporaryFolder() }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func permissions(_ path: String) throws -> Int { try LocalFile(path, upTo: 10).permissions }

    @Test("a new file gets the requested permissions and its missing folders")
    func newFile() throws {
        let path = folder + "/a/b/file"
        try LocalFile.replace(path, with: bytes("new"), permissions: 0o600)
        #expect(try LocalFile(path, upTo: 10).bytes == bytes("new"))
        #expect(try permissions(path) == 0o600)
    }

    @Test(
        "a replaced file keeps its permissions, and no temporary file remains",
        arguments: [0o644, 0o600, 0o664])
    func oldFile(mode: Int) throws {
        let path = folder + "/file"
        try LocalFile.replace(path, with: bytes("old"))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try LocalFile.replace(path, with: bytes("new"))
        #expect(try LocalFile(path, upTo: 10).bytes == bytes("new"))
        #expect(try permissions(path) == mode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    }

    @Test("a temporary file left by a killed program is reused")
    func ending() throws {
        let path = folder + "/file"
        try LocalFile.replace(path + ".new", with: bytes("a beginning"))
        try LocalFile.replace(path, with: bytes("new"), by: ".new")
        #expect(try LocalFile(path, upTo: 10).bytes == bytes("new"))
        #expect(LocalFolder.names(in: folder) == ["file"])
    }

    @Test("making a file that exists keeps the first one")
    func make() throws {
        let path = folder + "/a/file"
        for text in ["first", "second"] { try LocalFile.make(path, with: bytes(text), permissions: 0o600) }
        #expect(try LocalFile(path, upTo: 10).bytes == bytes("first"))
        #expect(try permissions(path) == 0o600)
        #expect(LocalFolder.names(in: folder + "/a") == ["file"])
    }

    @Test("a file is not moved to a name that is taken")
    func freeName() throws {
        for name in ["one", "two"] { try LocalFile.replace("\(folder)/\(name)", with: bytes(name)) }
        try LocalFile.move(folder + "/one", toFree: folder + "/three")
        #expect(LocalFolder.names(in: folder) == ["three", "two"])
        let failure = #expect(throws: FileError.self) {
            try LocalFile.move(folder + "/two", toFree: folder + "/three")
        }
        #expect(failure?.isForExistingFile == true)
        #expect(try LocalFile(folder + "/three", upTo: 10).bytes == bytes("one"))
    }

    @Test("a write through a link reaches its target and keeps the link, even if the target is missing")
    func links() throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/one", withDestinationPath: "two")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/two", withDestinationPath: folder + "/file")
        for text in ["new", "newer"] {
            try LocalFile.replace(folder + "/one", with: bytes(text))
            #expect(try LocalFile(folder + "/file", upTo: 10).bytes == bytes(text))
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/one") == "two")
    }

    @Test("a failed write is reported with its reason and leaves no temporary file")
    func trouble() throws {
        try LocalFile.replace(folder + "/file", with: [])
        let below = #expect(throws: FileError.self) {
            try LocalFile.replace(folder + "/file/below", with: [])
        }
        #expect(
            below?.description
                == "\(Wording.Files.unwritable("\(folder)/file/below", Wording.Files.notDirectory)).")
        try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
        #expect(throws: FileError.self) { try LocalFile.replace(folder + "/folder", with: []) }
        try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
        #expect(throws: FileError.self) { try LocalFile.replace(folder + "/loop", with: []) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }
}
