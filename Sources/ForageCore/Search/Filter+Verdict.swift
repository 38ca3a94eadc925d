internal import Text

extension Filter {
    /// What an item says to a filter.
    public enum Verdict: Hashable, Sendable {
        /// It satisfies it.
        case satisfied
        /// It does not.
        case violated
        /// The item does not carry what the filter asks about.
        case unknown
    }

    /// Holds an item against the filter.
    ///
    /// Names and phrases are compared word by word, without regard to case, accents and width.
    public func verdict(on item: Item) -> Verdict {
        switch self {
        case .phrases(let phrases):
            Verdict(phrases.allSatisfy { phrase in item.texts.contains { $0.containsWords(of: phrase) } })
        case .without(let texts):
            Verdict(!texts.contains { text in item.texts.contains { $0.containsWords(of: text) } })
        case .creator(let name): Verdict(item.creator.fact.map { $0.name.containsWords(of: name) })
        case .collection(let name): Verdict(item.collection.map { $0.containsWords(of: name) })
        case .kinds(let kinds): Verdict(kinds.contains(item.kind))
        case .licence(let wish): Verdict(wish.isGranted(by: item))
        case .orientation(let orientation): Verdict(item.size.map { $0.orientation == orientation })
        // No item carries a colour: services know by looking.
        case .hue: .unknown
        case .minimumSize(let least):
            Verdict(item.size.map { $0.width >= least.width && $0.height >= least.height })
        case .publishedSince(let day): Verdict(item.publishedAt.map { $0 >= day })
        case .publishedBefore(let day): Verdict(item.publishedAt.map { $0 < day })
        case .content(.safe): Verdict(item.isMature.map { !$0 })
        case .content(.any): .satisfied
        }
    }
}

extension Filter.Verdict {
    init(_ answer: Bool?) {
        self = answer.map { $0 ? .satisfied : .violated } ?? .unknown
    }
}

extension Item {
    /// What may be read of it.
    fileprivate var texts: [String] {
        [title] + tags + [summary, collection, creator.fact?.name].compactMap(\.self)
    }
}

extension String {
    /// Whether the words of another text stand in this one, side by side; of no words none do.
    func containsWords(of other: String) -> Bool {
        let (words, wanted): ([String], [String]) = (words, other.words)
        guard !wanted.isEmpty, wanted.count <= words.count else { return false }
        return (0...words.count - wanted.count).contains { words[$0...].starts(with: wanted) }
    }
}

extension PixelSize {
    /// Square within a twentieth, else by the longer side.
    package var orientation: Filter.Orientation {
        if abs(width - height) * 20 <= max(width, height) { return .square }
        return width > height ? .landscape : .portrait
    }
}
