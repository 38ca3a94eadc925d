internal import ForageCore
internal import TestPlaces

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Makes items as four services might bring them, of words that are as common and as rare as words are.
///
/// The same number gives the same item each time.
struct ItemPress {
    static let providers: [ProviderID] = ["cocoacasts", "duckduckgo", "flickr", "unsplash"]

    private let vocabulary: [String]

    init() {
        var luck = SeededNumbers(seed: 1)
        vocabulary = (0..<40_000).map { _ in
            (0...Int.random(in: 0...3, using: &luck)).map { _ in
                syllables.randomElement(using: &luck) ?? ""
            }.joined()
        }
    }

    /// The word of this rank; the lower, the more common.
    func word(_ rank: Int) -> String { vocabulary[rank] }

    func item(_ number: Int) -> Item? {
        var luck = SeededNumbers(seed: UInt64(number) &* 977)
        let provider = Self.providers[number % Self.providers.count]
        let page = "https://\(provider).example/photos/\(number)"
        guard let url = WebURL(page) else { return nil }
        var draft = Draft(localID: "\(number)", kind: .photo, title: words(3...8, &luck), page: url)
        draft.summary = words(8...30, &luck)
        draft.tags = (0..<Int.random(in: 3...10, using: &luck)).map { _ in words(1...1, &luck) }
        draft.collection = words(1...3, &luck)
        draft.renditions = [Rendition.Role.thumbnail, .regular, .full].compactMap { role in
            WebURL("\(page)/\(role.rawValue).jpg").map {
                Rendition(role, at: $0, size: PixelSize(width: 1600, height: 1200))
            }
        }
        let credit = Attribution(
            title: draft.title, page: url, source: NamedLink("\(provider)", "https://gallery.example"),
            creator: Known(Creator(name: words(2...2, &luck))), licence: .unknown)
        return Item(draft, credit: credit, from: provider)
    }

    private func words(_ counts: ClosedRange<Int>, _ luck: inout SeededNumbers) -> String {
        (0..<Int.random(in: counts, using: &luck)).map { _ in word(&luck) }.joined(separator: " ")
    }

    /// Zipf's law: as many of the first hundred as of the next ten thousand.
    private func word(_ luck: inout SeededNumbers) -> String {
        let share = Double.random(in: 0..<1, using: &luck)
        return vocabulary[Int(pow(Double(vocabulary.count), share)) - 1]
    }
}

private let syllables = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr"].flatMap
{ start in
    ["a", "e", "i", "o", "u"].flatMap { vowel in ["", "n", "r", "s"].map { start + vowel + $0 } }
}
