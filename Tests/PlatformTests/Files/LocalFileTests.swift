import Platform
import TestPlaces
import Testing

@Suite("A file that a person named")
struct LocalFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is read up to a limit, and says whether that is all", arguments: [0, 1, 9, 10, 11, 200_000])
    func limit(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.write(bytes, to: "file")
        let read = try LocalFile(path, upTo: 10)
        #expect(read.bytes == Array(bytes.prefix(10)))
        #expect(read.isWhole == (count <= 10))
        #expect(try LocalFile(path, upTo: 1 << 20).bytes == bytes)
    }

    @Test("that is not there is missing")
    func missing() {
        #expect {
            try LocalFile("/nowhere/at all", upTo: 10)
        } throws: { error in
            (error as? FileError)?.isMissing == true
                && "\(error)" == "/nowhere/at all cannot be read: no such file or directory."
        }
    }

    @Test("that is a folder is none")
    func notAFile() {
        #expect {
            try LocalFile("/", upTo: 10)
        } throws: { error in
            (error as? FileError)?.isMissing == false
                && "\(error)" == "/ cannot be read: it is a folder."
        }
    }
}
