import ForageCore
import Platform
import Testing

@testable import ForageStorage

@Suite("Spelling suggestions from the index")
struct SuggestionTests {
    private func suggestions(
        for typed: String, in index: any ItemIndex, of providers: [ProviderID] = ["gallery"],
        within time: Duration = .seconds(600)
    ) async throws -> [String] {
        await index.suggestions(for: try Query(parsing: typed), of: providers, by: .now + time)
    }

    private func birds(_ kind: StoreKind) async throws -> any ItemIndex {
        await (try ItemPlace(kind)).index(
            of: .sample("1", "Barn owl at night", tags: ["barn owl", "bird"]), .sample("2", "Barn swallow"),
            .sample("3", "Bran in a bucket"), .sample("4", "Lighthouse", creator: "Zoë Ångström"),
            .sample("5", "Éléphant"), .sample("6", "Сова ночью"), .sample("7", "Owl 2024"),
            .sample("8", "Elsewhere", from: "elsewhere"))
    }

    @Test(
        "misspelt words are corrected if that finds something, and the rest is unchanged",
        arguments: [
            ("owll", ["owl"]), ("owll colour:teal", ["owl colour:teal"]), ("olw", ["owl"]), ("oowl", ["owl"]),
            ("nowl", ["owl"]), ("lihgthosue", ["lighthouse"]), ("Barn OLW", ["Barn owl"]),
            ("bran owl", ["barn owl"]), ("bran swalow", ["barn swallow"]), ("\"bran owl\"", ["\"barn owl\""]),
            ("angstorm", ["angstrom"]), ("éléphnat", ["elephant"]), ("совва", ["сова"]),
            ("owll kind:photo sort:newest", ["owl kind:photo sort:newest"]),
            ("swalow -night", ["swallow -night"]),
            // The first letter is wrong or missing.
            ("pwl", ["owl"]), ("wallow", ["swallow"]), ("dwallow", ["swallow"]), ("barn pwl", ["barn owl"]),
        ] as [(String, [String])], StoreKind.available)
    func misspelt(_ given: (typed: String, expected: [String]), kind: StoreKind) async throws {
        let index = try await birds(kind)
        let suggestions = try await suggestions(for: given.typed, in: index)
        #expect(suggestions == given.expected)
        for suggestion in suggestions {
            #expect(await !index.ids(matching: try Query(parsing: suggestion).text).isEmpty)
        }
    }

    @Test(
        "nothing is suggested for correct words, or if nothing would be found",
        arguments: [
            // Found as typed, or as the beginning of a word.
            "owl", "light", "bran",
            // Not near any word, too short, a number, or a word in another script.
            "xylophone", "ow", "2023", "東京", "🦉",
            // Each word is near another, but no item has them all.
            "swalow lihgthouse",
            // The result would be excluded again.
            "owll -night -2024", "owll kind:episode", "owll by:Zoe",
            // Only another provider has it.
            "elsewere",
            // These have other errors than spelling.
            "owll brid lihgthouse swalow", "owll a b c d e f g h i j k l m n",
        ], StoreKind.available)
    func nothing(typed: String, kind: StoreKind) async throws {
        let index = try await birds(kind)
        #expect(try await suggestions(for: typed, in: index) == [])
    }

    @Test("stop words are never suggested, and stay where they were typed", arguments: StoreKind.available)
    func stopWords(kind: StoreKind) async throws {
        let index = await (try ItemPlace(kind)).index(
            of: .sample("1", "An owl for the night"), .sample("2", "An owl with a fix"))
        #expect(try await suggestions(for: "owl fox", in: index) == ["owl fix"])
        #expect(try await suggestions(for: "owl fot", in: index) == [])
        #expect(try await suggestions(for: "owll for", in: index) == ["owl for"])
    }

    @Test("only words of the requested providers are suggested", arguments: StoreKind.available)
    func providers(kind: StoreKind) async throws {
        let index = try await birds(kind)
        #expect(
            try await suggestions(for: "elsewere", in: index, of: ["gallery", "elsewhere"]) == ["elsewhere"])
        #expect(try await suggestions(for: "elsewere", in: index, of: []) == [])
    }

    @Test(
        "the nearest suggestion comes first, then the more frequent, at most three",
        arguments: StoreKind.available)
    func order(kind: StoreKind) async throws {
        let titles = ["cart", "card", "care", "cards", "card", "carp", "care", "card"]
        let items = titles.enumerated().map { Item.sample("\($0.offset)", $0.element) }
        let index = try ItemPlace(kind).opened()
        index.keep(items, until: nil)
        await index.finish()
        #expect(try await suggestions(for: "carx", in: index) == ["card", "care", "carp"])
    }

    @Test("expired words are not suggested, and an empty index suggests nothing")
    func gone() async throws {
        let folder = try ItemFolder()
        let empty = folder.opened()
        #expect(try await suggestions(for: "owll", in: empty) == [])
        empty.keep([.sample("1", "Owl")], until: folder.now + 60)
        await empty.finish()
        #expect(try await suggestions(for: "owll", in: empty) == ["owl"])
        folder.wait(61)
        #expect(try await suggestions(for: "owll", in: empty) == [])
        #expect(folder.troubles.isEmpty)
    }

    @Test("one of a hundred thousand words is found, and the search stops when time is up")
    func manyWords() async throws {
        let index = try ItemFolder().opened()
        let count = 100_000
        for start in stride(from: 0, to: count, by: 10_000) {
            // 100 words per item, none of them near another.
            let items = stride(from: start, to: start + 10_000, by: 100).map { first in
                Item.sample(
                    "\(first)", "Word", summary: (first..<first + 100).map(Self.word).joined(separator: " "))
            }
            index.keep(items, until: nil)
            await index.finish()
        }
        index.keep([.sample("owl", "Lighthouse owl")], until: nil)
        await index.finish()
        #expect(try await suggestions(for: "lihgthosue olw", in: index) == ["lighthouse owl"])
        #expect(try await suggestions(for: "pighthouse", in: index) == ["lighthouse"])
        for typed in ["lihgthosue", "pighthouse"] {
            #expect(try await suggestions(for: typed, in: index, within: .zero) == [])
        }
    }

    /// A unique word for each number, with letters that no tested word contains.
    private static func word(_ number: Int) -> String {
        let letters = Array("zxvjkq")
        var word = ""
        var rest = number
        for _ in 0..<7 {
            word.append(letters[rest % letters.count])
            rest /= letters.count
        }
        return word
    }
}
