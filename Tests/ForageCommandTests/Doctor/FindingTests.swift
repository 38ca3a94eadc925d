import ForageCore
import ForageDownloads
import Platform
import TestPlaces
import Testing

@testable import Forage
@testable import ForageCommand

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Findings of forage doctor")
struct FindingTests {
    @Test("every library reports its version")
    func libraries() {
        let findings = Finding.libraries()
        #expect(
            findings.map(\.subject) == [
                "libcurl", "libxml2", "cmark", "SQLite", "libcrypto", "utf8proc", "zlib",
            ])
        for finding in findings {
            #expect(finding.verdict == .ok, "\(finding)")
            #expect(finding.sentence.contains { $0.isNumber }, "\(finding)")
        }
    }

    @Test("another version in PATH is named, and which one the command starts", arguments: [true, false])
    func versions(isOwnFirst: Bool) throws {
        let folder = try TemporaryFolder()
        func program(_ version: String, in name: String) throws -> String {
            try folder.write(
                "#!/bin/sh\necho forage \(version)\n", to: "\(name)/forage", permissions: 0o755)
        }
        let own = try program(Version.current, in: "own")
        let other = try program("0.0.1", in: "other")
        let path = "\(folder.path)/own:/nowhere:\(folder.path)/own"
        #expect(Finding.versions(of: own, searchPath: path).verdict == .ok)
        let both = isOwnFirst ? "\(path):\(folder.path)/other" : "\(folder.path)/other:\(path)"
        let finding = Finding.versions(of: own, searchPath: both)
        #expect(finding.verdict == .advice)
        #expect(finding.sentence.contains("\(other) has 0.0.1; "), "\(finding)")
        #expect(finding.sentence.contains(" starts \(isOwnFirst ? own : other)."), "\(finding)")
        _ = try program(Version.current, in: "other")
        #expect(Finding.versions(of: own, searchPath: both).verdict == .ok)
    }

    @Test("a broken picture program is a problem, and a missing one is advice")
    func pictures() async throws {
        let folder = try TemporaryFolder()
        for (script, words) in [
            (
                "echo 'x: libowl.so.42: cannot open shared object file: gone' >&2; exit 127",
                "cannot find libowl.so.42, so"
            ),
            (
                "read order; echo '{\"refused\":\"it is late\"}'",
                "forage-image does not work: it is late, so pictures"
            ),
        ] {
            let program = try folder.write("#!/bin/sh\n\(script)\n", to: "image", permissions: 0o755)
            let finding = await Finding.pictures(ImagePool(program: program))
            #expect(finding.verdict == .failed && finding.sentence.contains(words), "\(finding)")
        }
        let drawing = try folder.write(
            "#!/bin/sh\nread order; echo '{\"drawn\":\"\"}'\n", to: "fine", permissions: 0o755)
        #expect(await Finding.pictures(ImagePool(program: drawing)).verdict == .ok)
        #expect(Finding.noPictures(because: "It is not there.").verdict == .advice)
    }

    @Test("a provider without its key is advice, not a problem")
    func keys() throws {
        let findings = Finding.providers(of: try configuration(keyRequired: true))
        #expect(findings.map(\.verdict) == [.advice])
        #expect(findings[0].sentence.contains("SAMPLE_KEY"))
        #expect(Finding.providers(of: try configuration(keyRequired: false)).map(\.verdict) == [.ok])
    }

    @Test("no provider at all is a problem")
    func unknown() throws {
        let findings = Finding.providers(of: try Configuration(registrations: []))
        #expect(findings.map(\.verdict) == [.failed])
    }

    @Test("a cache that does not exist yet is fine, and is not created")
    func absent() async throws {
        let folder = try Folder()
        let finding = await Finding.store(in: folder.path + "/not/yet", try Configuration(registrations: []))
        #expect(finding.verdict == .ok)
        #expect(access(folder.path + "/not", F_OK) != 0)
    }

    @Test("a cache that cannot be written is a problem, and its folder is named")
    func readOnly() async throws {
        let folder = try Folder()
        let file = folder.path + "/file"
        try Data().write(to: URL(filePath: file))
        let finding = await Finding.store(in: file + "/forage", try Configuration(registrations: []))
        #expect(finding.verdict == .failed)
        #expect(finding.sentence.contains(file))
        #expect(Finding.ledger(in: file + "/forage").verdict == .failed)
        #expect(Finding.ledger(in: folder.path + "/new").verdict == .ok)
    }

    private func configuration(keyRequired: Bool) throws -> Configuration {
        let info = ProviderInfo(
            id: "sample", name: "Sample", summary: "Something to try.", site: "https://sample.example/",
            kinds: [.photo], origins: ["https://sample.example/"], capabilities: Capabilities(),
            keys: keyRequired
                ? [KeySpec("apiKey", variable: "SAMPLE_KEY", page: "https://sample.example/")] : [])
        return try Configuration(registrations: [Registration(info) { _ in Silent(info: info) }])
    }
}

private struct Silent: Provider {
    let info: ProviderInfo

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint { .get(info.site) }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        .page(Page(drafts: []))
    }
}

private final class Folder {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.path
            + "/forage-doctor-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
