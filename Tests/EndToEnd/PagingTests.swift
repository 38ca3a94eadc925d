import Forage
import JSON
import Platform
import TestReaders
import TestWording
import Testing

@Suite("Pages of a search")
struct PagingTests {
    private struct Page {
        let ids: [String]
        let next: String?

        init(_ ending: RunningProgram.Ending) throws {
            let root = try ending.json
            ids = root["items"].list.compactMap { $0["id"].string }
            next = root["next"].string
        }
    }

    /// Cursors belong to one user, so the tests share a place.
    private let place: Place

    init() throws { place = try Place() }

    private func page(_ options: String...) async throws -> Page { try await page(options) }

    private func page(_ options: [String]) async throws -> Page {
        try Page(await forageAtSandbox(["search", "owl", "--format", "json"] + options, in: place))
    }

    @Test("cursors give the whole list, each result once")
    func cursors() async throws {
        let whole = try await page("--limit", "500")
        #expect(whole.next == nil)
        var ids: [String] = []
        var next: String? = nil
        repeat {
            let page = next.map { ["--cursor", $0] } ?? []
            let ending = try await forageAtSandbox(
                ["search", "owl", "-f", "json", "-n", "4"] + page, in: place)
            let window = try Page(ending)
            #expect(window.ids.count == 4 || window.next == nil)
            ids += window.ids
            next = window.next
        } while next != nil && ids.count < 500
        #expect(ids == whole.ids)
        #expect(Set(ids).count == ids.count)
    }

    @Test("streamed results after a cursor or on a further page are all new")
    func coming() async throws {
        let first = try await page("-n", "4")
        for options in [["--cursor", try #require(first.next)], ["--page", "2"]] {
            let ending = try await forageAtSandbox(
                ["search", "owl", "-f", "jsonl", "-n", "4"] + options, in: place)
            let window = try await page(["-n", "4"] + options).ids
            #expect(try StreamedDocument(ending.output).ids == window)
        }
    }

    @Test("page numbers give the same list")
    func pages() async throws {
        let whole = try await page("--limit", "500").ids
        var ids: [String] = []
        for number in 1...3 { ids += try await page("--limit", "3", "--page", "\(number)").ids }
        #expect(ids == Array(whole.prefix(9)))
        #expect(try await page("--limit", "500", "--page", "50").ids == [])
    }

    @Test("a page beyond the end says where the list ends, and other pages do not")
    func beyond() async throws {
        let words = ["search", "owl", "-n", "500"]
        let all = try await forageAtSandbox(words + ["-f", "json"], in: place).json
        #expect(all["hint"].string == nil)
        let count = all["items"].list.count
        let json = try await forageAtSandbox(words + ["--page", "2", "-f", "json"], in: place).json
        #expect(json["hint"].string == Wording.Results.lastResult(count, page: 1))
        let table = try await forageAtSandbox(words + ["--page", "50"], in: place)
        #expect(table.code == 0)
        #expect(table.messages.contains("\(Wording.Results.lastResult(count, page: 1))\n"))
    }

    @Test("without a terminal, the table prints the cursor of the next page")
    func hint() async throws {
        let table = try await forageAtSandbox(["search", "owl", "--limit", "4"], in: place)
        let cursor = try #require(try await page("--limit", "4").next)
        #expect(table.messages.contains(Wording.Results.nextPage(cursor)))
    }

    @Test("a cursor of another query, or an edited one, is refused with advice")
    func refused() async throws {
        let cursor = try #require(try await page("--limit", "4").next)
        for query in [["barn"], ["owl", "-p", "flickr"], ["owl", "kind:photo"]] {
            let other = try await forageAtSandbox(["search"] + query + ["--cursor", cursor], in: place)
            #expect(other.code == 64)
            #expect(other.messages.contains(Wording.Queries.otherQuery))
        }
        let letter: Character = cursor.last == "A" ? "B" : "A"
        for edited in [
            String(cursor.dropLast()) + String(letter), String(cursor.dropLast(3)), cursor + "AAAA",
        ] {
            let ending = try await forageAtSandbox(["search", "owl", "--cursor", edited], in: place)
            #expect(ending.code == 64)
            #expect(ending.messages.contains(Wording.Queries.notACursor))
        }
    }

    @Test("a cursor of another user is refused, unless neither has a place for a key")
    func seal() async throws {
        let cursor = try #require(try await page("--limit", "4").next)
        let other = try await forageAtSandbox(["search", "owl", "--cursor", cursor])
        #expect(other.code == 64)
        #expect(other.messages.contains("\(Wording.Queries.notACursor), or it was changed"))
        #expect(other.messageLines.count == 1)
        let homeless = ["XDG_STATE_HOME": "/dev/null"]
        let first = try Page(
            await forageAtSandbox(["search", "owl", "-f", "json", "-n", "4"], environment: homeless))
        let next = try #require(first.next)
        let second = try Page(
            await forageAtSandbox(["search", "owl", "-f", "json", "--cursor", next], environment: homeless))
        #expect(!second.ids.isEmpty && Set(second.ids).isDisjoint(with: first.ids))
    }

    @Test("the key is private and permanent")
    func secret() async throws {
        _ = try await page()
        let path = "\(place.home)/.local/state/forage/cursor-key"
        let before = try LocalFile(path, upTo: 100)
        #expect(before.permissions == 0o600)
        #expect(before.bytes.count == 16)
        _ = try await page()
        #expect(try LocalFile(path, upTo: 100).bytes == before.bytes)
    }

    /// Searches the simulated services, of which some may fail in this process.
    private func search(
        _ options: [String], at sandbox: String, _ environment: [String: String], in place: Place
    ) async throws -> Page {
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "search", "bird", "-p", "flickr,unsplash", "--no-measure", "-f", "json"]
                + options,
            in: place, environment: environment.merging(["FORAGE_SANDBOX": sandbox]) { $1 }
        ).ending()
        return try Page(ending)
    }

    @Test(
        "a provider that fails on page 2 and recovers loses and repeats nothing",
        arguments: [["XDG_CACHE_HOME": "/dev/null"], [:]])
    func failure(environment: [String: String]) async throws {
        let failing = try RunningProgram(
            ["forage-sandbox", "--fault", "www.flickr.com:500", "--fault", "api.flickr.com:500"], in: place)
        let (healthy, faulty) = (try SharedSandbox.address.get(), try await failing.address())
        // Another user's place, so that no cached answers remain.
        let whole = try await search(["--all"], at: healthy, environment, in: Place())
        var ids: [String] = []
        var next: String?
        var isMissed = false
        for number in 1...100 {
            let options = ["-n", "7"] + (next.map { ["--cursor", $0] } ?? [])
            // Part of the first page may be cached, so it is requested until the failure shows.
            let isFaulty = number > 1 && !isMissed
            let page = try await search(options, at: isFaulty ? faulty : healthy, environment, in: place)
            if isFaulty, page.ids.allSatisfy({ $0.hasPrefix("unsplash:") }) { isMissed = true }
            ids += page.ids
            next = page.next
            if next == nil { break }
        }
        #expect(next == nil && isMissed)
        #expect(ids.count > 30 && Set(ids).count == ids.count)
        #expect(Set(ids) == Set(whole.ids))
        failing.interrupt()
        #expect(try await failing.ending().code == 0)
    }

    @Test(
        "a list with a missing page ends with exit code 3, in every format",
        arguments: [["--all"], ["-n", "20", "--page", "4"], ["-n", "500"]],
        [["-f", "table"], ["-f", "json"], ["--stream"]])
    func broken(options: [String], form: [String]) async throws {
        let words = ["forage", "--sandbox", "search", "bird", "-p", "flickr,unsplash", "--no-measure"] + form
        let environment = [
            "FORAGE_SANDBOX": try SharedSandbox.address.get(),
            "FORAGE_PROVIDERS_FLICKR_REQUESTS_PER_HOUR": "1",
        ]
        for (options, code) in [(options, Int32(3)), (["-n", "30"], 0)] {
            let ending = try await RunningProgram(words + options, in: Place(), environment: environment)
                .ending()
            #expect(ending.code == code, "\(ending.messages)")
        }
    }

    @Test("--all reads every page, and stops at its limit")
    func all() async throws {
        let whole = try await page("--limit", "500").ids
        #expect(try await page("--all").ids == whole)
        let part = try await page("--all", "--limit", "9")
        #expect(part.ids == Array(whole.prefix(9)))
        let rest = try await page("--all", "--cursor", #require(part.next))
        #expect(part.ids + rest.ids == whole)
    }

    @Test("an interrupted --all prints the results so far and exits with 130")
    func interrupted() async throws {
        let slow = try await SlowSandbox(in: place, milliseconds: 60_000)
        let search = try RunningProgram(
            ["forage", "search", "owl", "--all", "--timeout", "50", "-f", "json"] + SlowSandbox.options,
            in: place,
            environment: slow.environment)
        while try await slow.requestCount() < 2 {}
        search.interrupt()
        let ending = try await search.ending(within: .seconds(30))
        #expect(ending.code == 130)
        #expect(try ending.json["outcomes"].list.count == 2)
        try await slow.end()
    }

    @Test(
        "contradictory options are refused",
        arguments: [
            ["--all", "--page", "2"], ["--page", "2", "--cursor", "x"],
            ["--all", "--limit", "1001"], ["--limit", "501"],
            ["--each", "list.txt", "--all"],
        ])
    func misuse(options: [String]) async throws {
        let words = options[0] == "--each" ? [] : ["owl"]
        let ending = try await forageAtSandbox(["search"] + words + options, in: place)
        #expect(ending.code == 64)
        #expect(ending.output.isEmpty)
    }
}
