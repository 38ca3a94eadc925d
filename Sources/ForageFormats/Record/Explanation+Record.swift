internal import ForageCore

extension Explanation {
    /// The explanation in the form of `docs/output.md`. Scores are whole trillionths, so that every reader can add them
    /// exactly.
    var record: Record {
        Record([
            "score": .whole(score.trillionths),
            "sortedBy": .text(basis.rawValue),
            "round": .whole(round),
            "turn": turn.map { .record($0.record) },
            "terms": .list(terms.map { .record($0.record) }),
            "merged": .list(merged.map { .record($0.record) }),
            "from": .record(provenance),
        ])
    }

    /// The names of all possible members of an explanation, in order.
    static let recordNames = names(
        "explain",
        [
            ["score", "sortedBy", "round"], names("turn", ["provider", "number"]),
            names(
                "terms",
                [
                    "provider", "id", "rank", "position", "weight", "value", "countedWith", "origin", "age",
                ] + names("filters", ["filter", "handling"])),
            names("merged", ["id", "with", "because", "key"]),
            names("from", ItemField.allCases.map(\.rawValue)),
        ].flatMap(\.self))

    /// The source of each field; a list if the field combines several sources.
    private var provenance: Record {
        Record(
            origins.sorted { $0.key < $1.key }.map { field, ids in
                let texts = ids.map { Fact.text($0.description) }
                return (field.rawValue, field.isCollected ? .list(texts) : texts.first)
            })
    }
}

extension Explanation.Turn {
    fileprivate var record: Record {
        Record(["provider": .text(provider.name), "number": .whole(number)])
    }
}

extension Explanation.Term {
    fileprivate var record: Record {
        Record([
            "provider": .text(provider.name),
            "id": .text(id.description),
            "rank": .whole(rank),
            "position": position.map(Fact.whole),
            "weight": .decimal(weight),
            "value": .whole(value.trillionths),
            "countedWith": Fact(countedWith?.name),
            "origin": Fact(origin?.word),
            "age": (origin?.age).map { .whole($0.count(of: .seconds(1))) },
            "filters": filters.record,
        ])
    }
}

extension Explanation.Merge {
    fileprivate var record: Record {
        Record([
            "id": .text(id.description), "with": .text(other.description), "because": .text(reason.words),
            "key": .text(key),
        ])
    }
}

extension Explanation.Reason {
    /// The common property of two merged items, for people.
    var words: String {
        switch self {
        case .page: "same page address"
        case .file: "same original file"
        case .picture: "same picture"
        case .address: "the page of one is the file of the other"
        }
    }
}

extension Explanation {
    /// The explanation for people: the terms of the score, or the provider's turn, then a line for each merged item and
    /// for each other source that contributes a field.
    func lines(of item: ItemID) -> [String] {
        [turn.map(words) ?? sum] + merged.map(\.words) + provenance(of: item)
    }

    /// `score 0.309523809524 = 0.166666666667 flickr (rank 1) + …`
    private var sum: String {
        let place = [basis == .date ? "sorted by date" : nil, laterRound, "score \(score)"]
        let start = place.compactMap(\.self).joined(separator: ", ")
        return "\(start) = " + terms.map(\.words).joined(separator: " + ")
    }

    /// `turn 2 of flickr (rank 3), also from unsplash (rank 1)`
    private func words(on turn: Turn) -> String {
        let giver = terms.filter { $0.provider == turn.provider }.map {
            "turn \(turn.number) of \($0.naming)"
        }
        let others = terms.filter { $0.provider != turn.provider }.map { "also from \($0.naming)" }
        return ([laterRound].compactMap(\.self) + giver + others).joined(separator: ", ")
    }

    private var laterRound: String? { round > 1 ? "round \(round)" : nil }

    private func provenance(of item: ItemID) -> [String] {
        var fields: [ItemID: [String]] = [:]
        for (field, ids) in origins.sorted(by: { $0.key < $1.key }) {
            for id in ids where id != item { fields[id, default: []].append(field.rawValue) }
        }
        return fields.sorted { $0.key < $1.key }.map { id, names in
            "from \(id): \(names.joined(separator: ", "))"
        }
    }
}

extension Explanation.Term {
    fileprivate var words: String {
        "\(value) " + naming(andThat: countedWith.map { "counted once with \($0)" })
    }

    /// The provider, with the rank of the item there.
    fileprivate var naming: String { naming(andThat: nil) }

    private func naming(andThat fact: String?) -> String {
        let weight = weight == 1 ? nil : "weight \(weight)"
        let age = (origin?.age).map { "from the cache, \($0.asAge)" }
        let facts = ["rank \(rank)", weight, fact, age].compactMap(\.self)
        return "\(provider) (\(facts.joined(separator: ", ")))"
    }
}

extension Explanation.Merge {
    fileprivate var words: String { "\(id) is the same as \(other): \(reason.words) \(key)" }
}

extension [Filter.Name: FilterHandling] {
    /// The handling of each filter.
    var record: Fact {
        .list(
            sorted { $0.key < $1.key }.map { name, handling in
                .record(Record(["filter": .text(name.rawValue), "handling": .text(handling.rawValue)]))
            })
    }
}
