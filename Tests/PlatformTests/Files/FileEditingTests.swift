import Platform
import TestPlaces
import TestWording
import Testing

@Suite("Editing a file")
struct FileEditingTests {
    private let place: TemporaryFolder
    private var path: String { place.path + "/a/file" }

    init() throws { place = try TemporaryFolder() }

    private func bytes() throws -> [UInt8] { try LocalFile(path, upTo: 1_000).bytes }

    @Test("concurrent edits all reach the file, directly or through a link")
    func atOnce() async throws {
        let (path, link) = (path, place.path + "/link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    try LocalFile.edit(number.isMultiple(of: 2) ? path : link, upTo: 1_000) { bytes in
                        bytes + [UInt8(number)]
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try bytes().sorted() == Array(0..<100))
        #expect(LocalFolder.names(in: place.path + "/a") == ["file"])
    }

    @Test("a failed change leaves the file unchanged and does not block the next")
    func failure() throws {
        struct Failure: Error {}
        try LocalFile.edit(path, upTo: 10) { _ in [1] }
        #expect(throws: Failure.self) { try LocalFile.edit(path, upTo: 10) { _ in throw Failure() } }
        #expect(try bytes() == [1])
        try LocalFile.edit(path, upTo: 10) { $0 + [2] }
        #expect(try bytes() == [1, 2])
    }

    @Test("a file longer than the limit is left unchanged")
    func tooLong() throws {
        try LocalFile.edit(path, upTo: 10) { _ in [1, 2, 3] }
        #expect(throws: FileError.self) { try LocalFile.edit(path, upTo: 2) { $0 } }
        #expect(try bytes() == [1, 2, 3])
    }

    @Test("a read-only file is left unchanged")
    func readOnly() throws {
        try LocalFile.replace(path, with: [1], permissions: 0o444)
        let failure = #expect(throws: FileError.self) { try LocalFile.replace(path, with: [2]) }
        #expect(failure?.reason == Wording.Files.readOnly)
        #expect(try bytes() == [1])
    }

    @Test("a path that cannot be read is not written")
    func unreadable() throws {
        try place.write("", to: "a/file/below")
        #expect(throws: FileError.self) { try LocalFile.edit(path, upTo: 10) { _ in [1] } }
        #expect(LocalFolder.names(in: path) == ["below"])
    }
}
