import JSON
import LoopbackClient
import Platform
import TestPlaces
import Testing

/// A service whose items have changed since their files were downloaded.
private struct ChangedHistory {
    /// The change of an item, by its number.
    enum Change: String, CaseIterable {
        case same, version, looser, stricter, other, withdrawn, gone, disagreement
    }

    let count: Int

    static func change(_ number: Int) -> Change { Change.allCases[number % Change.allCases.count] }

    private static func address(_ path: String) -> String { "https://creativecommons.org/\(path)/" }

    private static func former(_ number: Int) -> (id: String, url: String) {
        change(number) == .other
            ? ("cc-by-nc-4.0", address("licenses/by-nc/4.0")) : ("cc-by-4.0", address("licenses/by/4.0"))
    }

    private static func current(_ number: Int) -> String? {
        switch change(number) {
        case .same, .disagreement, .gone: address("licenses/by/4.0")
        case .version: address("licenses/by/3.0")
        case .looser: address("publicdomain/zero/1.0")
        case .stricter: address("licenses/by-nc/4.0")
        case .other: address("licenses/by-sa/4.0")
        case .withdrawn: nil
        }
    }

    private static func work(_ number: Int) -> String {
        let licence = current(number).map { "\"\($0)\"" } ?? "null"
        return """
            {"id": "\(number)", "title": "Work \(number)", "licence": \(licence),
             "file": "https://files.history.example/\(number).jpg"}
            """
    }

    private static func item(_ number: Int) -> String {
        """
        {"id": "\(number)", "title": "Work \(number)", "page": "https://history.example/works/\(number)"}
        """
    }

    /// The definition of the service, whose samples are all its present items.
    var definition: String {
        let present = (0..<count).filter { Self.change($0) != .gone }
        let pages = stride(from: 0, to: present.count, by: 80).map {
            present[$0..<min($0 + 80, present.count)]
        }
        let lists = pages.enumerated().map { number, page in
            """
            {"request": {"search": "page\(number)"}, "body": {"works": [\(page.map(Self.work).joined(separator: ","))]},
             "items": [\(page.map(Self.item).joined(separator: ","))]}
            """
        }
        let single = """
            {"request": {"details": "0"}, "body": {"work": \(Self.work(0))}, "items": [\(Self.item(0))]}
            """
        return """
            {"$schema": "urn:forage:definition:1",
             "about": {"id": "history", "name": "History", "summary": "Works", "site": "https://history.example/",
                "kinds": ["photo"], "hosts": ["https://api.history.example"], "terms": {"pageSize": 80}},
             "search": {"url": "https://api.history.example/search", "query": {"q": "{text}"}},
             "details": {"url": "https://api.history.example/works/{id}", "record": "/work"},
             "items": "/works",
             "item": {"id": "/id", "title": "/title", "page": {"text": "https://history.example/works/{/id}"},
                "licence": {"url": "/licence"}, "files": [{"role": "full", "url": "/file"}]},
             "samples": [\((lists + [single]).joined(separator: ","))]}
            """
    }

    private func entry(_ number: Int) -> String {
        func credit(_ id: String, _ licence: (id: String, url: String)) -> String {
            """
            {"id": "\(id)", "title": "Work \(number)", "page": "https://history.example/works/\(number)",
             "source": {"name": "History", "url": "https://history.example/"},
             "licence": {"id": "\(licence.id)", "name": "\(licence.id)", "url": "\(licence.url)"}}
            """
        }
        var credits = [credit("history:\(number)", Self.former(number))]
        if Self.change(number) == .disagreement {
            credits.append(credit("other:\(number)", ("cc-by-nc-4.0", Self.address("licenses/by-nc/4.0"))))
        }
        return """
            {"path": "p/\(number).jpg", "id": "history:\(number)", "title": "Work \(number)",
             "credits": [\(credits.joined(separator: ","))], "sha256": "\(String(repeating: "0", count: 64))",
             "bytes": 5, "date": "2026-05-31"}
            """
    }

    var lock: String {
        "{\"version\": 1, \"files\": [\((0..<count).map(entry).joined(separator: ",\n"))]}"
    }
}

@Suite("An audit of many items", .timeLimit(.minutes(10)))
struct AuditTests {
    @Test("every kind of change is named right, with at most one request for each item, and archived")
    func history() async throws {
        let (place, history) = (try Place(), ChangedHistory(count: Campaign.count(24, of: 1_000)))
        let definition = try place.write(history.definition, to: "definitions/history.json")
        try place.write(history.lock, to: "credits.lock")
        let sandbox = try RunningProgram(
            ["forage-sandbox", "--definitions", place.folder + "/definitions"], in: place)
        let address = try await sandbox.address()
        let audit = try await RunningProgram(
            [
                "forage", "audit", "--sandbox", "--definition", definition, "--format", "jsonl", "-t", "60",
                "--warc", "evidence.warc",
            ], in: place, environment: ["FORAGE_SANDBOX": address]
        ).ending(within: .seconds(500))
        #expect(audit.code == 1, "\(audit.messages)")
        let results = try audit.jsonLines.map { "\($0["id"].string ?? "") \($0["result"].string ?? "")" }
        let expected = (0..<history.count).map { "history:\($0) \(ChangedHistory.change($0).rawValue)" }
        #expect(results.sorted() == expected.sorted())
        let port = try #require(address.split(separator: ":").last.flatMap { Int($0.prefix { $0 != "/" }) })
        let log = try await LoopbackConnection.request("/sandbox/requests", port: port)
        #expect(try #require(log?["X-Sandbox-Count"].flatMap { Int($0) }) <= history.count)
        let archive = try LocalFile(place.folder + "/evidence.warc", upTo: 1 << 26).bytes
        let text = String(decoding: archive, as: UTF8.self)
        #expect(text.ranges(of: "WARC-Type: response").count == history.count)
        #expect(text.ranges(of: "WARC-Type: metadata").count == history.count)
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }
}
