import ForageCore
import ForageSearch
import TestPlaces

/// Random lists of providers: items that share pages and files, repeats, several weights, and items of
/// other catalogues.
struct GeneratedLists {
    let lists: [RankedList]

    init(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        lists = try ProviderID.letters.prefix(Int.random(in: 1...5, using: &random)).map { provider in
            let count = Int.random(in: 0...25, using: &random)
            let items = try (0..<count).map { _ in try Self.item(of: provider, using: &random) }
            return RankedList(items, weight: Weight([0.5, 1, 1, 1, 2].randomElement(using: &random) ?? 1))
        }
    }

    private static let hashes = ["LHF5?xYk^6#M@-5c,1J5@[or[Q6.", "LEHV6nWB2yk8pyo0adR*.7kCMdnj"]
        .compactMap { BlurHash($0) }

    private static func item(of provider: ProviderID, using random: inout SeededNumbers) throws -> Item {
        let number = Int.random(in: 0..<30, using: &random)
        let page = random.chance(3) ? WebURL("https://shared.example/\(number)?utm_source=\(provider)") : nil
        let file = WebURL("https://files.example/\(Int.random(in: 0..<20, using: &random))")
        let hasFile = random.chance(4)
        let isShown = random.chance(4)
        let hash = random.chance(2) ? hashes.randomElement(using: &random) : nil
        return try Item.sample(provider, "\(number)", page: page) { draft in
            if hasFile, let file { draft.renditions = [Rendition(.original, at: file)] }
            draft.catalogue = random.chance(4) ? ProviderID.letters.randomElement(using: &random) : nil
            if isShown, let url = WebURL("https://\(provider).example/\(number)/small.jpg") {
                draft.renditions.append(
                    Rendition(.small, at: url, size: PixelSize(width: 600, height: 400)))
                draft.blurHash = hash
            }
            draft.tags = number.isMultiple(of: 2) ? ["even", "\(provider)"] : ["odd"]
            draft.summary = number.isMultiple(of: 3) ? "From \(provider)" : nil
            draft.creator = number.isMultiple(of: 5) ? Creator(name: "Maker at \(provider)") : nil
            if isShown { draft.creator = Creator(name: "Ann Lee") }
            draft.licence =
                [
                    nil, Licence(id: "cc0-1.0", name: "CC0"),
                    Licence(id: "cc-by-nc-4.0", name: "NC at \(provider)"),
                ][number % 3]
        }
    }
}
