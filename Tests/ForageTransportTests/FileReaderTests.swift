import ForageCore
import TestWording
import Testing

@testable import ForageTransport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

struct FileReaderTests {
    @Test("a file named in a setting is a response with status 200 and no address")
    func file() async throws {
        let file = try TemporaryFile("hello")
        let fetched = try await SampleProvider.fetcher().fetch(
            .file(file.setting), for: SampleProvider.info(), by: .now + .seconds(1))
        #expect(fetched.origin == .file)
        #expect(fetched.response == Response(body: Array("hello".utf8)))
    }

    @Test(
        "a file is read up to the limit",
        arguments: [
            (Endpoint.BodyLimit.whole(5), "hello", Response.Completeness.whole),
            (.whole(4), "hell", .overLimit), (.prefix(4), "hell", .whole), (.prefix(9), "hello", .whole),
            (.whole(0), "", .overLimit),
        ])
    func limit(limit: Endpoint.BodyLimit, text: String, completeness: Response.Completeness) throws {
        let file = try TemporaryFile("hello")
        let response = try FileReader.response(from: file.setting, upTo: limit)
        #expect(response.text == text)
        #expect(response.completeness == completeness)
    }

    @Test("a missing or special file is refused by name")
    func refused() throws {
        let missing = FileSetting(path: "/nowhere/at/all")
        #expect(
            throws: FetchError.unreachable(
                Wording.Files.unreadable("/nowhere/at/all", Wording.Files.noSuchFile))
        ) {
            try FileReader.response(from: missing, upTo: .whole(10))
        }
        for path in ["/dev/zero", "/"] {
            #expect(throws: FetchError.notAllowed("\(path) \(Wording.Files.isNotOrdinary)")) {
                try FileReader.response(from: FileSetting(path: path), upTo: .whole(10))
            }
        }
    }

    @Test("a pipe without a writer does not block the reader")
    func pipe() throws {
        let file = try TemporaryFile("")
        unlink(file.setting.path)
        #expect(mkfifo(file.setting.path, 0o600) == 0)
        #expect(throws: FetchError.notAllowed("\(file.setting.path) \(Wording.Files.isNotOrdinary)")) {
            try FileReader.response(from: file.setting, upTo: .whole(10))
        }
    }
}

private struct TemporaryFile: ~Copyable {
    let setting: FileSetting

    init(_ text: String) throws {
        var path = Array("/tmp/forage-file-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0, write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw RawServerFailure()
        }
        close(descriptor)
        setting = FileSetting(
            path: String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit { unlink(setting.path) }
}
