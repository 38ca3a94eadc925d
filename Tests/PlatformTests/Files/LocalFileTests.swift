import Platform
import TestPlaces
import TestWording
import Testing

@Suite("Reading a local file")
struct LocalFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a file is read up to a limit, and reports whether it was read whole",
        arguments: [0, 1, 9, 10, 11, 200_000])
    func limit(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.write(bytes, to: "file")
        let read = try LocalFile(path, upTo: 10)
        #expect(read.bytes == Array(bytes.prefix(10)))
        #expect(read.isWhole == (count <= 10))
        #expect(try LocalFile(path, upTo: 1 << 20).bytes == bytes)
    }

    @Test("a file that does not exist is missing")
    func missing() {
        #expect {
            try LocalFile("/nowhere/at all", upTo: 10)
        } throws: { error in
            (error as? FileError)?.isMissing == true
                && "\(error)" == "\(Wording.Files.unreadable("/nowhere/at all", Wording.Files.noSuchFile))."
        }
    }

    @Test("a folder is not a file")
    func notAFile() {
        #expect {
            try LocalFile("/", upTo: 10)
        } throws: { error in
            (error as? FileError)?.isMissing == false
                && "\(error)" == "\(Wording.Files.unreadable("/", Wording.Files.folder))."
        }
    }
}
