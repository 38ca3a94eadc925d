internal import ForageCore

extension Explanation {
    /// The explanation for people: what the score is the sum of, then a line for whatever was merged and for each
    /// other source that states a field.
    func lines(of item: ItemID) -> [String] { [sum] + merged.map(\.words) + provenance(of: item) }

    /// `score 0.309523809524 = 0.166666666667 flickr (rank 1) + …`
    private var sum: String {
        let place = [basis == .date ? "sorted by date" : nil, round > 1 ? "round \(round)" : nil].compactMap(
            \.self)
        let start = (place + ["score \(score)"]).joined(separator: ", ")
        return "\(start) = " + terms.map(\.words).joined(separator: " + ")
    }

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
        var facts = ["rank \(rank)"]
        if weight != 1 { facts.append("weight \(weight)") }
        if let countedWith { facts.append("counted once with \(countedWith)") }
        if let age = origin?.age { facts.append("from the cache, \(age.inWords) old") }
        return "\(value) \(provider) (\(facts.joined(separator: ", ")))"
    }
}

extension Explanation.Merge {
    fileprivate var words: String { "\(id) is the same as \(other): \(reason.words) \(key)" }
}
