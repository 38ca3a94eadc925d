import ForageCore
import JSON
import TestWording
import Testing

@Suite("Photos of Unsplash")
struct UnsplashTests {
    private func atSandbox(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox"] + arguments, in: Place(),
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
    }

    private func photos(_ options: String...) async throws -> [String] {
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "search", "owl", "-p", "unsplash", "--fields", "id"] + options,
            in: Place(),
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
        #expect(ending.code == 0)
        return ending.outputLines.map(String.init)
    }

    @Test("one list has the results of two providers, each with credit")
    func together() async throws {
        let items = try await atSandbox("search", "owl", "--format", "json").json["items"].list
        let providers = Set(items.compactMap { $0["id"].string.flatMap { ItemID($0) }?.provider })
        #expect(providers.isSuperset(of: ["duckduckgo", "unsplash"]))
        #expect(items.allSatisfy { $0["attribution"]["text"].string?.isEmpty == false })
    }

    @Test("the pages of a search form one list, each photo once")
    func pages() async throws {
        let whole = try await photos("--limit", "60")
        #expect(whole.count > 20)
        #expect(Set(whole).count == whole.count)
        let second = try await photos("--limit", "10", "--page", "2")
        #expect(second == Array(whole.dropFirst(10).prefix(10)))
    }

    @Test("a colour is filtered by the service, and other providers report that they cannot")
    func hue() async throws {
        let teal = try await photos("--hue", "teal", "--limit", "60")
        let all = Set(try await photos("--limit", "60"))
        #expect(!teal.isEmpty && teal.count < all.count)
        #expect(all.isSuperset(of: teal))
        let both = try await atSandbox("search", "owl", "--hue", "teal", "--verbose")
        #expect(both.messages.contains(Wording.Results.noColourFilter))
    }

    @Test("show prints photographer, date, place and camera")
    func show() async throws {
        var facts: Set<String> = []
        for id in try await photos("--limit", "6") {
            let item = try await atSandbox("show", id, "--format", "json").json["item"]
            #expect(item["id"].string == id)
            facts.formUnion(item.members.map(\.key))
        }
        #expect(facts.isSuperset(of: ["creator", "publishedAt", "place", "camera", "licence", "tags"]))
    }

    @Test("the credit links to the photographer and to Unsplash, as required")
    func credit() async throws {
        let id = try #require(try await photos("--limit", "1").first)
        let credit = try await atSandbox("credit", id, "--format", "html").output
        #expect(credit.contains("https://unsplash.com/@"))
        #expect(
            credit.contains("https://unsplash.com/?utm_source=forage&amp;utm_medium=referral\">Unsplash</a>"))
    }

    @Test("photos can be browsed")
    func browse() async throws {
        let ending = try await atSandbox("browse", "-p", "unsplash", "--limit", "40", "--fields", "id")
        #expect(ending.code == 0)
        #expect(ending.outputLines.count == 40)
    }

    @Test("without a key the provider is skipped, with the address for a key")
    func withoutKey() async throws {
        let ending = try await forage("search", "owl", "-p", "unsplash")
        #expect(ending.code == 1)
        #expect(ending.messages.contains("UNSPLASH_ACCESS_KEY"))
        #expect(ending.messages.contains("https://unsplash.com/developers"))
    }
}
