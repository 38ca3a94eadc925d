internal import ForageCore

extension Explanation {
    /// The explanation as `docs/output.md` describes it. Scores are whole trillionths, which add up in any reader.
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

    /// Which source each field comes from; a list where it is made of several.
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
    /// What two things have that are the same, for people.
    var words: String {
        switch self {
        case .page: "same page address"
        case .file: "same original file"
        case .picture: "same picture"
        case .address: "the page of one is the file of the other"
        }
    }
}

extension [Filter.Name: FilterHandling] {
    /// How each filter was dealt with.
    var record: Fact {
        .list(
            sorted { $0.key < $1.key }.map { name, handling in
                .record(Record(["filter": .text(name.rawValue), "handling": .text(handling.rawValue)]))
            })
    }
}
