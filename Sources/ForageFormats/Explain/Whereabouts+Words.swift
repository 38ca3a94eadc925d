internal import ForageCore
internal import Text

extension Report {
    /// One sentence on where that is which the query misses; nil where it misses nothing.
    var missingWords: String? {
        guard let sought = query.sought, let whereabouts else { return nil }
        return "\(sought.description.printable()) \(words(on: whereabouts))"
    }

    private func words(on whereabouts: Whereabouts) -> String {
        switch whereabouts.fate {
        case .shown(let place): "is number \(place) of the list, among the results\(whereabouts.merging)."
        case .before(let place):
            "is number \(place) of the list, on page \(page(of: place))\(whereabouts.merging)."
        case .beyond(let place) where query.filters.contains(where: \.isOfSize):
            "is number \(place) of the list at most\(whereabouts.merging), since pictures before it are not measured yet: ask for --page \(page(of: place)) or one before it."
        case .beyond(let place) where place <= query.limit:
            "is number \(place) of the list\(whereabouts.merging): ask for --limit \(place)."
        case .beyond(let place):
            "is number \(place) of the list\(whereabouts.merging): ask for --page \(page(of: place))."
        case .shownEarlier:
            "was brought\(whereabouts.naming) and is the same as a result that was shown before\(whereabouts.merging)."
        case .leftOut(let filter, let verdict, let handling):
            "was brought\(whereabouts.naming) and left out: it \(verdict.words) \(filter), which \(handling.agent)."
        case .providerLeftOut(let reason): "was brought\(whereabouts.naming), but its provider was \(reason)."
        case .notBrought: "was brought by no provider: \(unfound)."
        }
    }

    private func page(of place: Int) -> Int { (place - 1) / query.limit + 1 }

    /// Who has it not, who could not say, and whether there is more to come.
    private var unfound: String {
        if case .item(let id) = query.sought, !outcomes.contains(where: { $0.provider == id.provider }) {
            return "\(id.provider) was not asked"
        }
        let silent = outcomes.filter(\.isAnswer).map(\.provider.name)
        var parts = outcomes.filter { !$0.isAnswer }.map { "\($0.provider) \($0.result.inWords())" }
        if !silent.isEmpty { parts.insert("\(silent.joined(separator: ", ")) answered without it", at: 0) }
        parts += query.filters.compactMap { filter in
            let services = outcomes.filter { $0.filters[filter.name] == .honoured }.map(\.provider.name)
            return services.isEmpty
                ? nil : "\(services.joined(separator: ", ")) may have left it out, being asked for \(filter)"
        }
        if next != nil { parts.append("a further page may have it") }
        return parts.isEmpty
            ? "none was asked" : parts.map { $0.printable(upTo: 300) }.joined(separator: "; ")
    }
}

extension Whereabouts {
    /// As what it was brought.
    fileprivate var naming: String { id.map { " as \($0)" } ?? "" }

    /// What it was merged into.
    fileprivate var merging: String {
        guard let id, let result, id != result else { return "" }
        let because = merge.map { ", which has the \($0.reason.words)" } ?? ""
        return ", merged as \(id) into \(result)\(because)"
    }

    /// Its fate in a word.
    var word: String {
        switch fate {
        case .shown: "shown"
        case .before: "before"
        case .beyond: "beyond"
        case .shownEarlier: "shownEarlier"
        case .leftOut, .providerLeftOut: "leftOut"
        case .notBrought: "notBrought"
        }
    }

    /// Its place in the list; nil where it has none.
    var place: Int? {
        switch fate {
        case .shown(let place), .before(let place), .beyond(let place): place
        default: nil
        }
    }

    /// The filter that left it out.
    var filter: Filter? {
        if case .leftOut(let filter, _, _) = fate { filter } else { nil }
    }
}

extension Filter.Verdict {
    fileprivate var words: String {
        switch self {
        case .unknown: "does not say what is asked for by"
        case .violated, .satisfied: "does not satisfy"
        }
    }
}

extension FilterHandling? {
    /// Who applied a filter.
    fileprivate var agent: String {
        switch self {
        case .honoured: "its service was asked for, too"
        case .applied, .impossible, nil: "Forage applied"
        }
    }
}
