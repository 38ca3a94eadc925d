import ForageCore

extension Sample {
    /// A report whose first result has every kind of explanation.
    static func explained(_ basis: Explanation.Basis = .score, round: Int = 1) throws -> Report {
        var report = try whole()
        report.query.isExplained = true
        let id = report.items[0].id
        let twin = ItemID(provider: "openverse", local: "o1")
        let terms = [
            Explanation.Term(
                id: id, rank: 1, position: 2, weight: 1, value: Score(trillionths: 166_666_666_667),
                origin: .cached(.seconds(61)), filters: [.kind: .applied]),
            Explanation.Term(
                id: ItemID(provider: "flickr", local: "7"), rank: 2, weight: 0.5,
                value: Score(trillionths: 71_428_571_429), origin: .network),
            Explanation.Term(
                id: twin, rank: 1, weight: 1, value: Score(trillionths: 0), countedWith: "flickr"),
        ]
        var origins = Dictionary(uniqueKeysWithValues: ItemField.allCases.map { ($0, [id]) })
        origins[.summary] = [twin]
        origins[.tags] = [id, twin]
        report.explanations[id] = Explanation(
            score: Score(trillionths: 238_095_238_096), basis: basis, round: round, terms: terms,
            merged: [Explanation.Merge(id: twin, other: id, reason: .file, key: "files.example/1.jpg")],
            origins: origins)
        return report
    }
}
