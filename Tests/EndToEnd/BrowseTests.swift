import ForageCore
import JSON
import TestWording
import Testing

@Suite("forage browse")
struct BrowseTests {
    /// Cursors belong to one user, so the tests share a place.
    private let place: Place

    init() throws { place = try Place() }

    private func browse(_ options: String..., code: Int32 = 0) async throws -> RunningProgram.Ending {
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "browse"] + options, in: place,
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
        #expect(ending.code == code)
        return ending
    }

    private func ids(_ options: String...) async throws -> [String] {
        try await RunningProgram(
            ["forage", "--sandbox", "browse", "-p", "flickr", "--fields", "id"] + options, in: place,
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending().outputLines.map(String.init)
    }

    @Test("lists of all providers with listings are merged, and the other providers are named")
    func everyone() async throws {
        let ending = try await browse("--format", "json", "--verbose")
        let root = try ending.json
        #expect(root["query"].kind == .null)
        #expect(root["day"].kind == .missing)
        #expect(root["items"].count == 20)
        #expect(root["items"].list.contains { $0["id"].string?.hasPrefix("flickr:") == true })
        let skipped = try #require(root["outcomes"].list.first { $0["provider"].string == "duckduckgo" })
        #expect(skipped["result"].string == "skipped")
        #expect(skipped["reason"].string?.contains("search for something") == true)
    }

    @Test("each day has its own list")
    func days() async throws {
        let latest = try await ids()
        let day = try await ids("--day", "2024-05-31")
        #expect(day.count == 20 && latest.count == 20)
        #expect(day != latest)
        #expect(try await ids("--day", "2024-05-31") == day)
    }

    @Test("a day in the future is refused")
    func future() async throws {
        let ending = try await browse("--day", "2999-01-01", code: 64)
        #expect(ending.messages.contains(Wording.Queries.future("2999-01-01")))
    }

    @Test("the pages of a day form one list, by number and by cursor")
    func paging() async throws {
        let whole = try await ids("--day", "2024-05-31", "--limit", "90")
        #expect(whole.count > 60 && Set(whole).count == whole.count)
        let second = try await ids("--day", "2024-05-31", "--limit", "10", "--page", "2")
        #expect(second == Array(whole.dropFirst(10).prefix(10)))
        let first = try await browse("--day", "2024-05-31", "-p", "flickr", "-n", "10", "-f", "json").json
        let cursor = try #require(first["next"].string)
        #expect(first["day"].string == "2024-05-31")
        #expect(try await ids("--day", "2024-05-31", "-n", "10", "--cursor", cursor) == second)
        let other = try await browse("--day", "2024-05-30", "--cursor", cursor, code: 64)
        #expect(other.messages.contains("another query"))
    }

    @Test("filters apply to a listing")
    func filters() async throws {
        let items = try await browse("-p", "flickr", "--orientation", "portrait", "-f", "json").json["items"]
            .list
        #expect(!items.isEmpty)
        #expect(
            items.allSatisfy { item in
                guard let width = item["size"]["width"].int, let height = item["size"]["height"].int else {
                    return false
                }
                return width < height
            })
    }
}
