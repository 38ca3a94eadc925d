import JSON
import LoopbackClient
import Platform
import TestWording
import Testing

@Suite("Pictures in a project", .timeLimit(.minutes(3)))
struct ProjectTests {
    private let place: Place

    init() throws { place = try Place() }

    private func atSandbox(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await forageAtSandbox(
            ["--sandbox"] + arguments, in: place, environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()]
        )
    }

    private func add(_ count: Int, _ options: [String] = []) async throws {
        let ending = try await forageAtSandbox(
            [
                "--sandbox", "add", "--query", "owl from:unsplash", "-n", "\(count)", "-t", "60", "--to",
                "pictures",
            ]
                + options,
            in: place, environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()])
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(ending.messages.contains(Wording.Credits.newEntries(count)))
    }

    private var lockPath: String { place.folder + "/credits.lock" }

    private func lock() throws -> JSONValue {
        try JSONDocument(LocalFile(lockPath, upTo: 1 << 24).bytes, mode: .strict).root
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        try LocalFile("\(place.folder)/\(path)", upTo: 1 << 24).bytes
    }

    private func paths() throws -> [String] { try lock()["files"].elements.compactMap { $0["path"].string } }

    private func edit(_ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: lockPath, encoding: .utf8)
        #expect(text.contains(old))
        try place.write(text.replacing(old, with: new, maxReplacements: 1), to: "credits.lock")
    }

    @Test("add enters files with their credit, licence and evidence, and check finds nothing")
    func add() async throws {
        try await add(3)
        let entry = try lock()["files"][0]
        #expect(entry["path"].string?.hasPrefix("pictures/unsplash/") == true)
        #expect(entry["sha256"].string == (try Digest.sha256.of(bytes(entry["path"].string ?? "")).hex))
        #expect(entry["width"].int != nil && entry["credits"][0]["creator"]["name"].string != nil)
        #expect(entry["credits"][0]["licence"]["id"].string == "unsplash")
        let evidence = entry["credits"][0]["evidence"]
        #expect(evidence["sha256"].string != nil && evidence["date"].string != nil)
        #expect(evidence["url"].string?.contains("key") == false)
        let check = try await forage("check", in: place)
        #expect(check.code == 0 && check.output.isEmpty, "\(check.output)\(check.messages)")
        #expect(check.messages.contains(Wording.Credits.checked(3, faulty: 0)))
        #expect(try await forage("check", "--ci", in: place).code == 0)
    }

    @Test("adding the same files again, also after an interruption, changes nothing that was entered")
    func again() async throws {
        try await add(2)
        let before = try bytes("credits.lock")
        let ending = try await atSandbox("add", "-q", "owl from:unsplash", "-n", "2", "--to", "pictures")
        #expect(ending.code == 0 && ending.messages.contains(Wording.Credits.newEntries(0)))
        #expect(try bytes("credits.lock") == before)
        try FileManager.default.removeItem(atPath: lockPath)
        _ = try await atSandbox("add", "-q", "owl from:unsplash", "-n", "2", "--to", "pictures")
        let after = try lock()["files"].elements.map { $0["sha256"].string }
        #expect(try after == JSONDocument(before).root["files"].elements.map { $0["sha256"].string })
    }

    @Test("two adds at once enter the files of both")
    func together() async throws {
        async let first = atSandbox("add", "-q", "owl from:unsplash", "-n", "4", "-t", "60", "--to", "a")
        async let second = atSandbox("add", "-q", "owl from:unsplash", "-n", "4", "-t", "60", "--to", "b")
        let codes = try await [first.code, second.code]
        #expect(codes == [0, 0])
        #expect(try paths().count == 8)
    }

    @Test("sync makes the same files and credit files in another place, with the steps in the lock")
    func sync() async throws {
        try await add(2, ["--embed-credit"])
        try await add(1, ["--convert", "webp", "--name", "converted/{id}"])
        let paths = try paths()
        #expect(paths.count == 3)
        let sidecars = paths.map { $0 + ".credit.json" }
        let before = try (paths + sidecars).map { try bytes($0) }
        try FileManager.default.removeItem(atPath: place.folder + "/pictures")
        #expect(try await forage("check", in: place).code == 1)
        let ending = try await atSandbox("sync")
        #expect(ending.code == 0, "\(ending.output)\(ending.messages)")
        #expect(ending.messages.contains(Wording.Credits.synced(3, there: 0, missing: 0)))
        #expect(try (paths + sidecars).map { try bytes($0) } == before)
        #expect(LocalFolder.names(in: place.folder).filter { $0.hasPrefix(".forage") } == [])
        #expect(try await forage("check", in: place).code == 0)
        let again = try await atSandbox("sync", "--format", "jsonl")
        #expect(try again.code == 0 && again.jsonLines.allSatisfy { $0["result"].string == "there" })
    }

    @Test("sync restores a lost credit file, keeps other files, and says what has changed")
    func syncChanges() async throws {
        try await add(3)
        let paths = try paths()
        let sidecar = try bytes(paths[0] + ".credit.json")
        try FileManager.default.removeItem(atPath: "\(place.folder)/\(paths[0]).credit.json")
        try place.write("mine", to: paths[1])
        try FileManager.default.removeItem(atPath: "\(place.folder)/\(paths[2])")
        let digest = try #require(try lock()["files"][2]["sha256"].string)
        try edit(digest, String(repeating: "0", count: 64))
        let ending = try await atSandbox("sync", "--format", "jsonl")
        #expect(ending.code == 3)
        #expect(try ending.jsonLines.map { $0["result"].string } == ["there", "different", "changed"])
        #expect(ending.output.contains(Wording.Credits.differentFile))
        #expect(try bytes(paths[0] + ".credit.json") == sidecar && bytes(paths[1]) == Array("mine".utf8))
        #expect(LocalPath.kind("\(place.folder)/\(paths[2])") == nil)
    }

    @Test("an interrupted sync leaves nothing behind, and the next one completes the work")
    func syncInterrupted() async throws {
        try await add(2)
        let (paths, before) = (try paths(), try paths().map { try bytes($0) })
        try FileManager.default.removeItem(atPath: place.folder + "/pictures")
        let slow = try RunningProgram(
            ["forage-sandbox", "--fault", "images.unsplash.com:delay=60000"], in: place)
        let address = try await slow.address()
        let sync = try RunningProgram(
            ["forage", "--sandbox", "sync", "-t", "60"], in: place, environment: ["FORAGE_SANDBOX": address])
        while try await !SharedSandbox.requests(at: address).contains(where: {
            $0["host"].string == "images.unsplash.com"
        }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        sync.interrupt()
        #expect(try await sync.ending().code == 130)
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder)
        #expect(!names.contains { paths.contains($0) || $0.hasPrefix(".forage-sync") }, "\(names)")
        slow.interrupt()
        _ = try await slow.ending()
        #expect(try await atSandbox("sync", "-t", "60").code == 0)
        #expect(try paths.map { try bytes($0) } == before)
    }

    @Test("every kind of change is found, named with its line in the lock, and written in each format")
    func check() async throws {
        try await add(2)
        let paths = try paths()
        try place.write("other", to: paths[0])
        try place.write("x", to: "new.png")
        try edit("\"title\": \"", "\"title\": \"My ")
        let table = try await forage("check", in: place)
        #expect(table.code == 1)
        #expect(table.outputLines.count == 3, "\(table.output)")
        #expect(table.output.contains("not-in-lock\tnew.png\t"))
        let json = try await forage("check", "--format", "json", in: place).json
        #expect(
            json["findings"].list.compactMap { $0["rule"].string }.sorted() == [
                "changed", "edited", "not-in-lock",
            ])
        let github = try await RunningProgram(
            ["forage", "check", "--ci"], in: place, environment: ["GITHUB_ACTIONS": "true"]
        ).ending()
        #expect(github.code == 1 && github.outputLines.allSatisfy { $0.hasPrefix("::error file=") })
        let sarif = try await forage("check", "-f", "sarif", in: place).json
        #expect(sarif["runs"][0]["results"].list.count == 3)
    }

    @Test("a check that looked at nothing, or could not read the lock, fails")
    func nothing() async throws {
        let none = try await forage("check", in: place)
        #expect(none.code == 1 && none.messages.contains(Wording.Credits.noLock))
        try place.write("{\"version\": 1, \"files\": []}", to: "credits.lock")
        let empty = try await forage("check", in: place)
        #expect(empty.code == 1 && empty.messages.contains(Wording.Credits.nothingToCheck))
        try place.write("{\"version\": 1,\n<<<<<<< HEAD\n\"files\": []}", to: "credits.lock")
        let merged = try await forage("check", in: place)
        #expect(merged.code == 1 && merged.messages.contains("credits.lock:2: \(Wording.Credits.conflict)"))
        let before = try bytes("credits.lock")
        let add = try await atSandbox("add", "-q", "owl from:unsplash", "-n", "1")
        #expect(add.code == 1 && add.messages.contains(Wording.Credits.conflict))
        #expect(
            try bytes("credits.lock") == before && LocalFolder.names(in: place.folder) == ["credits.lock"])
    }

    @Test("files outside the project are not added")
    func outside() async throws {
        let ending = try await atSandbox("add", "-q", "owl from:unsplash", "-n", "1", "--to", "../elsewhere")
        #expect(ending.code == 64 && ending.messages.contains(Wording.Credits.notInProject))
        let trial = try await atSandbox("add", "-q", "owl from:unsplash", "-n", "1", "--dry-run")
        #expect(trial.code == 0 && LocalPath.kind(lockPath) == nil)
    }

    @Test("the hook of Git runs the check, and an existing hook is not changed")
    func hook() async throws {
        try await add(1)
        #expect(try await forage("check", "--install-hook", in: place).code == 1)
        try place.write("ref: refs/heads/main\n", to: ".git/HEAD")
        #expect(try await forage("check", "--install-hook", in: place).code == 0)
        #expect(try await forage("check", "--install-hook", in: place).code == 0)
        let hook = try String(contentsOfFile: place.folder + "/.git/hooks/pre-commit", encoding: .utf8)
        #expect(hook.hasPrefix("#!/bin/sh\nforage check --lock credits.lock || exit 1"))
        try place.write("#!/bin/sh\n", to: ".git/hooks/pre-commit")
        #expect(try await forage("check", "--install-hook", in: place).code == 1)
        #expect(try bytes(".git/hooks/pre-commit") == Array("#!/bin/sh\n".utf8))
    }

    @Test("credits of the lock are written in every form, and into the pages of the policy")
    func credits() async throws {
        try await add(2)
        for form in ["text", "html", "markdown", "json", "reuse", "spdx"] {
            let ending = try await forage("credits", "--format", form, in: place)
            #expect(ending.code == 0 && ending.output.contains("pictures/unsplash"), "\(form)")
        }
        try place.write("# Mine\n", to: "README.md")
        #expect(try await forage("credits", "--into", "README.md", in: place).code == 0)
        #expect(
            try String(decoding: bytes("README.md"), as: UTF8.self).hasPrefix(
                "# Mine\n\n<!-- forage:credits -->"))
        #expect(try await forage("credits", "--write", in: place).code == 1)
        try edit("\"pages\": []", "\"pages\": [\"docs/CREDITS.md\", \"REUSE.toml\"]")
        let check = try await forage("check", in: place)
        #expect(check.code == 1 && check.outputLines.count { $0.hasPrefix("page\t") } == 2)
        #expect(try await forage("credits", "--write", in: place).code == 0)
        #expect(try await forage("check", in: place).code == 0)
        #expect(try await forage("credits", "pictures", "-f", "spdx", in: place).code == 64)
        #expect(try await forage("credits", "pictures", in: place).output.hasPrefix("# Credits\n"))
        #expect(try await forage("credits", "--into", "data.bin", in: place).code == 1)
    }

    @Test("adopt enters files with what they state, and accepts those that changed")
    func adopt() async throws {
        try await add(2)
        let paths = try paths()
        try place.write("other", to: paths[0])
        try FileManager.default.removeItem(atPath: "\(place.folder)/\(paths[1]).credit.json")
        try place.write("<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'/>", to: "logo.svg")
        #expect(try await forage("check", in: place).code == 1)
        let unknown = try await forage("adopt", ".", in: place)
        #expect(unknown.code == 0 && unknown.outputLines == ["logo.svg\tunknown\tnothing is known about it"])
        #expect(try await forage("check", in: place).output.contains("licence-unknown\tlogo.svg"))
        let named = try await forage(
            "adopt", "logo.svg", paths[0], paths[1], "--licence", "CC0-1.0", "--creator", "Ada", in: place)
        #expect(named.code == 0, "\(named.messages)")
        let check = try await forage("check", in: place)
        #expect(check.code == 0, "\(check.output)")
        #expect(try await forage("adopt", in: place).code == 64)
        #expect(try await forage("adopt", "../elsewhere.png", in: place).code == 64)
    }

    @Test("a smaller copy in another format is recognised by its look, and accepted where the policy says so")
    func copies() async throws {
        try await add(3)
        let ids = try lock()["files"].elements.compactMap { $0["id"].string }
        #expect(try lock()["files"].elements.allSatisfy { $0["look"].string?.count == 16 })
        let get = try await atSandbox(
            "get", ids[1], "--size", "400x", "--convert", "jpeg", "-t", "60", "--to", "dist", "--name",
            "small")
        #expect(get.code == 0, "\(get.messages)")
        let path = try paths()[1]
        let check = try await forage("check", "--format", "json", in: place).json
        #expect(check["findings"][0]["resembles"].string == path)
        let whose = try await forage("whose", "dist/small.jpg", "--format", "jsonl", in: place)
        #expect(try whose.code == 0 && whose.jsonLines.first?["id"].string == ids[1], "\(whose.output)")
        try edit("\"copies\": []", "\"copies\": [\"dist/\"]")
        #expect(try await forage("check", in: place).code == 0)
        try edit("\"copies\": [\"dist/\"]", "\"copies\": []")
        try FileManager.default.removeItem(atPath: "\(place.folder)/dist/small.jpg.credit.json")
        #expect(try await forage("adopt", "dist/small.jpg", in: place).code == 0)
        let findings = try await forage("check", "--format", "json", in: place).json["findings"].elements
        let uncredited = findings.first { $0["rule"].string == "no-credit" }
        #expect(uncredited?["resembles"].string == path)
        #expect(try await forage("whose", "--fix", "dist/small.jpg", in: place).code == 0)
        #expect(try await forage("check", in: place).code == 0)
        #expect(try paths().contains("dist/small.jpg"))
    }

    @Test("whose recognises a copy in another project, and nothing in a stranger")
    func whose() async throws {
        try await add(1)
        let path = try paths()[0]
        try place.write(try bytes(path), to: "\(place.home)/other/copy.png")
        try place.write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "logo.svg")
        let found = try await forage("whose", "\(place.home)/other/copy.png", in: place)
        #expect(found.code == 0 && found.output.contains("\t100 %\tunsplash:"))
        #expect(try await forage("whose", "logo.svg", in: place).code == 1)
        #expect(try await forage("whose", "logo.svg", path, in: place).code == 3)
        #expect(try await forage("whose", "nowhere.png", in: place).code == 1)
    }

    @Test("whose recognises a picture that was downloaded without a lock and deleted, by its bytes and look")
    func met() async throws {
        let get = try await atSandbox(
            "get", "-q", "owl from:unsplash", "-n", "1", "-t", "60", "--to", "got", "--name", "owl", "-f",
            "jsonl")
        #expect(get.code == 0, "\(get.messages)")
        let id = try #require(try get.jsonLines.first?["id"].string)
        let original = try bytes("got/owl.png")
        let small = try await atSandbox(
            "get", id, "--size", "400x", "--convert", "jpeg", "-t", "60", "--to", "got", "--name", "small")
        #expect(small.code == 0, "\(small.messages)")
        try place.write(original, to: "mine.png")
        try FileManager.default.moveItem(
            atPath: place.folder + "/got/small.jpg", toPath: place.folder + "/mine.jpg")
        try FileManager.default.removeItem(atPath: place.folder + "/got")
        let whose = try await atSandbox("whose", "mine.png", "mine.jpg", "--format", "jsonl", "--fix")
        let lines = try whose.jsonLines
        #expect(whose.code == 0 && lines.allSatisfy { $0["certain"].bool == true }, "\(whose.output)")
        #expect(Set(lines.compactMap { $0["id"].string }).count == 1 && !lines[0]["lock"].exists)
        let entries = try lock()["files"].list
        #expect(entries.count == 2 && entries.allSatisfy { $0["credits"][0]["licence"].exists })
        #expect(entries[1]["sha256"].string == (try Digest.sha256.of(original).hex))
        #expect(try await forage("check", in: place).code == 0)
    }

    @Test("whose asks Wikimedia Commons for a file with the same SHA-1, only if it is told to")
    func ask() async throws {
        let sandbox = try SharedSandbox.address.get()
        let environment = ["FORAGE_SANDBOX": sandbox, "FORAGE_DEFINITIONS_SHIPPED": "true"]
        let elsewhere = try Place()
        let get = try await RunningProgram(
            [
                "forage", "--sandbox", "get", "-q", "owl from:commons", "-n", "1", "--size", "original", "-t",
                "60", "--name", "owl",
            ], in: elsewhere, environment: environment
        ).ending()
        #expect(get.code == 0, "\(get.messages)")
        try place.write(LocalFile(elsewhere.folder + "/owl.png", upTo: 1 << 24).bytes, to: "mine.png")
        func whose(_ options: String...) async throws -> RunningProgram.Ending {
            try await RunningProgram(
                ["forage", "--sandbox", "whose", "mine.png", "-f", "jsonl", "-t", "60"] + options, in: place,
                environment: environment
            ).ending()
        }
        #expect(try await whose().code == 1)
        let asked = try await whose("--ask", "--fix")
        #expect(asked.code == 0, "\(asked.output)\(asked.messages)")
        #expect(try asked.jsonLines[0]["id"].string?.hasPrefix("commons:") == true)
        #expect(asked.output.contains(Wording.Credits.sameBytes("Wikimedia Commons")))
        #expect(try lock()["files"][0]["credits"][0]["licence"].exists)
        try place.write("unknown", to: "mine.png")
        #expect(try await whose("--ask").code == 1)
    }

    @Test("show says that the file of an item has Content Credentials")
    func contentCredentials() async throws {
        try await add(1)
        let id = try #require(try lock()["files"][0]["id"].string)
        #expect(try await !atSandbox("show", id, "-t", "60").messages.contains(Wording.Credits.manifest))
        try edit("\"bytes\"", "\"contentCredentials\": true, \"bytes\"")
        #expect(try await atSandbox("show", id, "-t", "60").messages.contains(Wording.Credits.manifest))
    }

    @Test("audit looks up each item and compares its licence")
    func audit() async throws {
        try await add(2)
        let same = try await atSandbox("audit", "-t", "60", "--format", "jsonl")
        #expect(
            try same.code == 0 && same.jsonLines.map { $0["result"].string } == ["same", "same"],
            "\(same.output)")
        let id = try #require(try lock()["files"][0]["id"].string)
        try edit("\"id\": \"\(id)\"", "\"id\": \"unsplash:doesNotExist\"")
        let gone = try await atSandbox("audit", "-t", "60")
        #expect(gone.code == 1 && gone.output.hasPrefix("gone\t"), "\(gone.output)\(gone.messages)")
        #expect(try await forage("audit", in: Place()).code == 1)
    }

    @Test("mix names the pictures that cannot be combined")
    func mix() async throws {
        for (name, licence) in [
            ("a", "CC-BY-SA-4.0"), ("b", "CC-BY-NC-4.0"), ("c", "CC-BY-4.0"), ("d", "CC-BY-SA-3.0"),
        ] {
            try place.write(name, to: "\(name).png")
            #expect(try await forage("adopt", "\(name).png", "--licence", licence, in: place).code == 0)
        }
        let mix = try await forage("mix", in: place)
        #expect(mix.code == 1 && mix.outputLines.contains("drop\tb.png"), "\(mix.output)")
        #expect(
            try await forage("mix", "--format", "json", in: place).json["drop"].list.map(\.string) == [
                "b.png"
            ])
        #expect(try await forage("mix", "a.png", "c.png", "d.png", in: place).code == 0)
    }

    @Test("the schema of the lock is printed")
    func schema() async throws {
        let ending = try await forage("config", "schema", "lock", in: place)
        #expect(try ending.code == 0 && ending.json["$defs"]["file"].exists)
    }
}
