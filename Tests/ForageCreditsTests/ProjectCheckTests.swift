import ForageCore
import JSON
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Check of a project")
struct ProjectCheckTests {
    private let project: SampleProject

    init() throws { project = try SampleProject() }

    private func report(_ cache: DigestCache = DigestCache()) async throws -> ProjectCheck.Report {
        var cache = cache
        return await ProjectCheck(try project.file.read(), in: project.file).report(&cache)
    }

    /// The rules that are broken, by the path.
    private func findings() async throws -> [String: [String]] {
        Dictionary(grouping: try await report().findings, by: \.path).mapValues { $0.map(\.rule.rawValue) }
    }

    private func path(_ name: String) -> String { "\(project.folder)/\(name)" }

    @Test("a project whose pictures are as in its lock is clean")
    func clean() async throws {
        try project.write([try project.add("a.jpg", "one"), try project.add("deep/b.png", "two")])
        try project.place.write("text", to: "notes.txt")
        try project.place.write("hidden", to: ".cache/c.png")
        let report = try await report()
        #expect(report.isClean && report.count == 2 && report.copies == [:])
    }

    @Test("nothing to check is not clean")
    func nothing() async throws {
        try project.write([])
        #expect(try await !report().isClean)
        try project.place.write("x", to: "node_modules/x.png")
        let report = try await report()
        #expect(!report.isClean && report.count == 0)
    }

    @Test("each change of a picture is found")
    func changes() async throws {
        let entries = try ["a", "b", "c", "d", "e"].map { try project.add("\($0).jpg", "picture \($0)") }
        try project.write(entries)
        try project.place.write("other", to: "a.jpg")
        try FileManager.default.moveItem(atPath: path("b.jpg"), toPath: path("renamed.jpg"))
        try FileManager.default.removeItem(atPath: path("c.jpg"))
        try FileManager.default.removeItem(atPath: path("d.jpg"))
        try FileManager.default.createSymbolicLink(atPath: path("d.jpg"), withDestinationPath: path("e.jpg"))
        try project.place.write("new", to: "new.PNG")
        #expect(
            try await findings() == [
                "a.jpg": ["changed"], "renamed.jpg": ["renamed"], "c.jpg": ["missing"], "d.jpg": ["link"],
                "new.PNG": ["not-in-lock"],
            ])
    }

    @Test("the original of a converted picture is distinguished from another picture")
    func stripped() async throws {
        var entry = try project.add("a.jpg", "converted")
        let came = try PictureFacts(ofFile: project.place.write("as it came", to: "a.jpg"))
        let original = LockEntry.Original(
            mediaType: "image/png", byteCount: came.byteCount, sha256: came.sha256)
        entry.download = LockEntry.Download(url: "https://files.example/a", size: "full", original: original)
        try project.write([entry.sealed])
        #expect(try await findings() == ["a.jpg": ["stripped"]])
    }

    @Test("a copy with the same bytes is covered by the entry of the other")
    func copies() async throws {
        try project.write([try project.add("a.jpg", "one")])
        try project.place.write("one", to: "dist/a-1.jpg")
        let report = try await report()
        #expect(report.isClean && report.copies == ["dist/a-1.jpg": "a.jpg"])
    }

    @Test("links that lead out of the project are found, and those inside are not")
    func links() async throws {
        try project.write([try project.add("a.jpg", "one")])
        let outside = try TemporaryFolder()
        let other = try outside.write("x", to: "x.png")
        for (name, target) in [("in.jpg", path("a.jpg")), ("out.png", other), ("none.png", "/nowhere.png")] {
            try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
        }
        #expect(try await findings() == ["out.png": ["link"], "none.png": ["link"]])
    }

    @Test("an entry below a folder that became a link is found, though its file has the same bytes")
    func linkedFolder() async throws {
        try project.write([try project.add("pictures/a.jpg", "one")])
        try FileManager.default.moveItem(atPath: path("pictures"), toPath: path(".pictures"))
        try FileManager.default.createSymbolicLink(
            atPath: path("pictures"), withDestinationPath: path(".pictures"))
        #expect(try await findings() == ["pictures/a.jpg": ["link"]])
    }

    @Test("names that are not text, pipes and unreadable folders are never passed over")
    func unreadable() async throws {
        try project.write([try project.add("a.jpg", "one")])
        #expect(mkfifo(path("pipe.png"), 0o600) == 0)
        let name =
            Array(path("b").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF)] + Array(".png".utf8CString)
        let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        try project.place.write("x", to: "line\nbreak.png")
        let findings = try await report().findings
        #expect(findings.map(\.rule) == [.unreadable, .unreadable, .unreadable])
    }

    @Test("files that vanish during the check are missing, and never pass")
    func vanishing() async throws {
        let names = (0..<300).map { "\($0).jpg" }
        try project.write(try names.map { try project.add($0, $0) })
        let folder = project.folder
        let removal = Task {
            for name in names.reversed() { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
        }
        let during = try await report()
        try await removal.value
        #expect(during.count == names.count && during.findings.allSatisfy { $0.fault == .missing })
        let after = try await report()
        #expect(after.findings.map(\.fault) == names.map { _ in .missing })
    }

    @Test("the policy decides which licences are allowed")
    func policy() async throws {
        try project.write([
            try project.add("by.jpg", "1"),
            try project.add("nc.jpg", "2", licence: .creativeCommons("by-nc", "4.0")),
            try project.add("nd.jpg", "3", licence: .creativeCommons("by-nd", "2.0")),
            try project.add("own.jpg", "4", licence: Licence(name: "House Licence")),
            try project.add("none.jpg", "5", licence: Licence(name: "All Rights Reserved")),
        ])
        #expect(try await Set(findings().keys) == ["own.jpg", "none.jpg"])
        try project.write([]) { $0.uses = [.commercial] }
        #expect(try await Set(findings().keys) == ["own.jpg", "none.jpg", "nc.jpg"])
        try project.write([]) { ($0.uses, $0.refused) = ([], ["cc-by"]) }
        #expect(try await Set(findings().keys) == ["own.jpg", "none.jpg", "by.jpg"])
        try project.write([]) { ($0.refused, $0.allowed) = ([], ["cc-by", "house-licence"]) }
        #expect(try await Set(findings().keys) == ["nc.jpg", "nd.jpg", "none.jpg"])
    }

    @Test("an entry without a credit or with an unknown licence is found")
    func uncredited() async throws {
        var (none, unknown) = (try project.add("a.jpg", "1"), try project.add("b.jpg", "2"))
        none.credits = []
        unknown.credits[0].line.licence = nil
        try project.write([none.sealed, unknown.sealed])
        #expect(
            try await findings() == [
                "a.jpg": ["licence-unknown", "no-credit"], "b.jpg": ["licence-unknown"],
            ])
    }

    @Test("a pointer of Git LFS is not taken for a picture")
    func pointers() async throws {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"
        try project.write([try project.add("a.jpg", "one")])
        for path in ["a.jpg", "b.jpg"] { try project.place.write(pointer, to: path) }
        #expect(try await findings() == ["a.jpg": ["unreadable"], "b.jpg": ["unreadable"]])
    }

    @Test("a credit file that is missing or edited is found")
    func sidecars() async throws {
        var entries = try ["a", "b", "c"].map { try project.add("\($0).jpg", $0) }
        for place in entries.indices {
            let path = try project.place.write("{}", to: entries[place].path + ".credit.json")
            entries[place].sidecar = try PictureFacts(ofFile: path).sha256
            entries[place] = entries[place].sealed
        }
        try project.write(entries)
        #expect(try await findings() == [:])
        try FileManager.default.removeItem(atPath: path("a.jpg.credit.json"))
        try project.place.write("{ }", to: "b.jpg.credit.json")
        #expect(try await findings() == ["a.jpg": ["credit-file"], "b.jpg": ["credit-file"]])
    }

    @Test("the pages that the policy names must exist and be current")
    func pages() async throws {
        try project.write([try project.add("a.jpg", "1")]) {
            $0.pages = ["CREDITS.md", "site/credits.html", "x.doc"]
        }
        let expected = ["CREDITS.md": ["page"], "site/credits.html": ["page"], "x.doc": ["page"]]
        #expect(try await findings() == expected)
        try project.write([]) { $0.pages = ["CREDITS.md", "site/credits.html"] }
        for page in ["CREDITS.md", "site/credits.html"] {
            try PageFile(page, of: project.file).write(try project.file.read())
        }
        #expect(try await findings() == [:])
        try project.write([try project.add("b.jpg", "2")])
        #expect(try await findings() == ["CREDITS.md": ["page"], "site/credits.html": ["page"]])
    }

    @Test("unchanged files are not read again, and changed ones always are")
    func cache() async throws {
        let state = try TemporaryFolder()
        try project.write([try project.add("a.jpg", "one")])
        let old = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, path("a.jpg"), old, 0) == 0)
        func cache() -> DigestCache { DigestCache(in: state.path, of: project.folder) }
        #expect(try await report(cache()).isClean)
        try project.place.write("two", to: "a.jpg")
        #expect(utimensat(AT_FDCWD, path("a.jpg"), old, 0) == 0)
        #expect(try await report(cache()).findings.map(\.rule) == [.changed])
    }

    @Test("the digests of old files are stored, and a file with other properties is read again")
    func storedDigests() async throws {
        let state = try TemporaryFolder()
        let file = try project.place.write("one", to: "a.jpg")
        let stamp = try #require(FileStamp(file))
        let old = FileStamp(
            kind: .file, byteCount: stamp.byteCount, modified: 5, changed: 5, number: stamp.number)
        var cache = DigestCache(in: state.path, of: project.folder)
        // The properties are not those of the file, so they are not stored.
        _ = await cache.digests(of: ["a.jpg": old], in: project.folder)
        cache.store(["a.jpg"])
        #expect(LocalFolder.names(in: state.path) == [])
    }

    @Test(
        "a damaged cache is ignored",
        arguments: ["", "x", "digests 1\n1 2 3\n", "digests 1\n\u{0}"])
    func damagedCache(text: String) async throws {
        let state = try TemporaryFolder()
        try project.write([try project.add("a.jpg", "one")])
        let name = try Digest.sha256.of(Array(project.folder.utf8)).hex.prefix(32)
        try state.write(text, to: "digests/\(name)")
        #expect(try await report(DigestCache(in: state.path, of: project.folder)).isClean)
    }

    @Test("the report has the same findings in every form")
    func forms() async throws {
        try project.write([try project.add("a:b, 50%.jpg", "one")])
        try project.place.write("other", to: "a:b, 50%.jpg")
        let report = try await report()
        let json = try JSONDocument(Array(report.json.utf8), mode: .strict).root
        #expect(json["clean"].bool == false && json["findings"][0]["rule"].string == "changed")
        let line = try #require(json["findings"][0]["line"].int)
        let annotation = report.annotations(lock: "site/credits.lock")
        #expect(annotation.hasPrefix("::error file=site/a%3Ab%2C 50%25.jpg,line=1,title=credits: changed::"))
        #expect(annotation.hasSuffix("(site/credits.lock:\(line))\n"))
        let sarif = try JSONDocument(
            Array(report.sarif(lock: "credits.lock", version: "1.0.0").utf8), mode: .strict
        ).root
        let result = sarif["runs"][0]["results"][0]
        let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        #expect(rules[try #require(result["ruleIndex"].int)]["id"].string == result["ruleId"].string)
        let place = result["locations"][0]["physicalLocation"]
        #expect(place["artifactLocation"]["uri"].string == "a%3Ab%2C%2050%25.jpg")
    }
}
