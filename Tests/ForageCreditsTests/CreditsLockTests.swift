import ForageCore
import JSON
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

@Suite("The file credits.lock")
struct CreditsLockTests {
    private func lock(_ entries: LockEntry...) -> CreditsLock {
        var lock = CreditsLock()
        lock.put(entries)
        return lock
    }

    /// The fault in a text and its line.
    private func finding(in text: String) -> (line: Int, fault: LockFault)? {
        do throws(LockError) {
            _ = try CreditsLock(Array(text.utf8), from: "credits.lock")
            return nil
        } catch {
            guard case .faulty("credits.lock", let line, let fault) = error else { return nil }
            return (line, fault)
        }
    }

    private func text(_ lock: CreditsLock) -> String { String(decoding: lock.bytes, as: UTF8.self) }

    @Test("everything that is written is read again, in the order of the paths")
    func roundTrip() throws {
        var lock = lock(.sample("b.jpg"), .sample("a/b.jpg"), .sample("a.jpg"))
        lock.policy.uses = [.commercial, .modify]
        lock.policy.refused = ["cc-by-nc"]
        lock.policy.pages = ["CREDITS.md"]
        let again = try CreditsLock(lock.bytes, from: "credits.lock")
        #expect(again.bytes == lock.bytes && again.policy == lock.policy)
        #expect(again.entries == lock.entries && again.entries.map(\.path) == ["a.jpg", "a/b.jpg", "b.jpg"])
        #expect(again.entries.filter { !$0.isSealed } == [])
        let lines = text(lock).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[try #require(again.line(of: "a/b.jpg")) - 1] == "    {")
    }

    @Test("an entry of which little is known is complete")
    func little() throws {
        let facts = PictureFacts(sha256: String(repeating: "0", count: 64), byteCount: 0)
        let entry = LockEntry(path: "x.png", title: "x", file: facts, date: "2026-01-01").sealed
        let again = try CreditsLock(lock(entry).bytes, from: "credits.lock")
        #expect(again.entries == [entry] && again.entries[0].isSealed && again.entries[0].licences == [])
    }

    @Test(
        "an edited entry is recognised, and writing the lock again does not hide it",
        arguments: [
            ("CC BY 4.0", "CC BY 3.0"), ("An owl in flight", "A bird"), ("Ada", "Eve"),
            ("\"bytes\": 5", "\"bytes\": 6"),
            ("abab", "baba"), ("converted", "resized"), ("2026-05-31", "2026-06-01"),
            ("license: 4", "license: 5"),
            ("\"width\": 800", "\"width\": 801"), ("owl.jpg\",\n      \"id", "owl2.jpg\",\n      \"id"),
        ])
    func edited(old: String, new: String) throws {
        let text = text(lock(.sample()))
        let changed = text.replacing(old, with: new, maxReplacements: 1)
        #expect(changed != text)
        let read = try CreditsLock(Array(changed.utf8), from: "credits.lock")
        #expect(!read.entries[0].isSealed)
        #expect(try !CreditsLock(read.bytes, from: "credits.lock").entries[0].isSealed)
    }

    @Test("a lock that was cut off anywhere is refused, and the error has a line")
    func cutOff() throws {
        let bytes = lock(.sample()).bytes
        for length in stride(from: 0, to: bytes.count - 1, by: 7) {
            let fault = try #require(finding(in: String(decoding: bytes.prefix(length), as: UTF8.self)))
            #expect(fault.line >= 1)
            #expect([.cutOff, .empty].contains(fault.fault), "\(length): \(fault)")
        }
    }

    @Test("both versions of a merge are found before anything else")
    func conflict() throws {
        let lines = text(lock(.sample())).split(separator: "\n", omittingEmptySubsequences: false)
        let merged =
            lines[..<10] + ["<<<<<<< HEAD"] + lines[10..<11] + ["======="] + lines[10..<11] + [
                ">>>>>>> other"
            ]
            + lines[11...]
        let fault = try #require(finding(in: merged.joined(separator: "\n")))
        #expect(fault.line == 11 && fault.fault == .conflict)
    }

    @Test(
        "paths that lead out of the project, and hidden ones, are refused",
        arguments: [
            "../owl.jpg", "/etc/owl.jpg", "a/../../owl.jpg", "a//owl.jpg", "", ".git/hooks/owl.jpg",
            "a/.hidden.jpg",
            "a\\owl.jpg", "./owl.jpg", "owl.jpg/", "a\u{7}.jpg",
        ])
    func unsafePaths(path: String) throws {
        let entry = LockEntry.sample().moved(to: path)
        #expect(try #require(finding(in: text(lock(entry)))).fault == .unsafePath(path))
        #expect(!ProjectPath.isSafe(path))
    }

    @Test("two entries with one path are refused with both lines")
    func duplicates() throws {
        let two = text(lock(.sample("a.jpg"), .sample("b.jpg"))).replacing("\"b.jpg\"", with: "\"a.jpg\"")
        let fault = try #require(finding(in: two))
        guard case .repeatedPath("a.jpg", let first) = fault.fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(first < fault.line)
    }

    @Test("faults are named with their line")
    func faults() throws {
        let text = text(lock(.sample()))
        func fault(_ old: String, _ new: String) throws -> LockFault {
            let changed = text.replacing(old, with: new, maxReplacements: 1)
            #expect(changed != text)
            let found = try #require(finding(in: changed))
            let lines = changed.split(separator: "\n", omittingEmptySubsequences: false)
            #expect((1...lines.count).contains(found.line))
            return found.fault
        }
        #expect(try fault("\"version\": 1", "\"version\": 2") == .laterVersion(2))
        #expect(try fault("\"version\": 1", "\"version\": \"1\"") == .notALock)
        #expect(try fault("\"title\"", "\"titel\"") == .unknownMember("titel", nearest: "title"))
        #expect(try fault("\"alt\"", "\"note\"") == .repeatedMember("note"))
        #expect(try fault("\"bytes\": 5,", "") == .missingMember("bytes"))
        #expect(
            try fault("\"bytes\": 5", "\"bytes\": -5")
                == .unexpectedValue("bytes", expected: "a whole number"))
        #expect(try fault("\"uses\": []", "\"uses\": [\"all\"]").isUnexpected("uses"))
        #expect(try fault("\"refuse\": []", "\"refuse\": [\"cc-by-cn\"]").isUnexpected("refuse"))
        #expect(try fault("https://files", "ftp://files").isUnexpected("url"))
        #expect(try fault("\"files\": [", "\"files\": {").isMalformed)
        #expect(finding(in: "[]")?.fault == .notALock)
        #expect(finding(in: "{\"version\": 1}")?.fault == .missingMember("files"))
    }

    @Test("100,000 entries are written and read", .timeLimit(.minutes(2)))
    func many() throws {
        let count = Campaign.count(2_000, of: 100_000)
        var lock = CreditsLock()
        lock.put((0..<count).map { LockEntry.sample("\($0 % 100)/\($0).jpg") })
        let again = try CreditsLock(lock.bytes, from: "credits.lock")
        #expect(again.entries == lock.entries && again.line(of: "99/99.jpg") != nil)
        #expect(again[path: "7/107.jpg"]?.isSealed == true && again[path: "7/108.jpg"] == nil)
    }

    @Test("entries that several tasks add at once are all in the file")
    func together() async throws {
        let project = try SampleProject()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try? project.file.edit { $0.put([.sample("\(number).jpg")]) } }
            }
        }
        #expect(try project.file.read().entries.count == 40)
    }

    @Test(
        "a faulty lock is not changed by adding to it",
        arguments: ["", "{", "{\"version\": 9, \"files\": []}"])
    func faultyStays(text: String) throws {
        let project = try SampleProject()
        try project.place.write(text, to: LockFile.name)
        #expect(throws: LockError.self) { try project.file.edit { $0.put([.sample()]) } }
        #expect(try LocalFile(project.file.path, upTo: 1_000).bytes == Array(text.utf8))
    }

    @Test("the lock of a folder is the nearest one around it, inside its repository")
    func nearest() throws {
        let project = try SampleProject()
        try project.write([])
        try project.place.write("", to: "site/pictures/x")
        try project.place.write("", to: "other/.git/HEAD")
        try project.place.write("", to: "other/pictures/x")
        #expect(LockFile(around: project.folder + "/site/pictures")?.folder == project.folder)
        #expect(LockFile(around: project.folder + "/other/pictures") == nil)
        #expect(LockFile(around: project.folder + "/nowhere") == nil)
    }

    @Test("the schema is JSON, and names every member that is written")
    func schema() throws {
        let schema = try JSONDocument(Array(CreditsLock.schema.utf8), mode: .strict).root
        let written = try JSONDocument(lock(.sample()).bytes, mode: .strict).root
        for member in written["files"][0].members {
            #expect(schema["$defs"]["file"]["properties"][member.key].exists, "\(member.key)")
        }
        for member in written["policy"].members {
            #expect(schema["$defs"]["policy"]["properties"][member.key].exists, "\(member.key)")
        }
    }
}

extension LockFault {
    fileprivate func isUnexpected(_ name: String) -> Bool {
        if case .unexpectedValue(name, _) = self { true } else { false }
    }

    fileprivate var isMalformed: Bool { if case .malformed = self { true } else { false } }
}
