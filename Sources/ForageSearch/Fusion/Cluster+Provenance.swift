package import ForageCore

extension Cluster {
    /// Which sources each field of the merged item comes from; a field that nobody states has none.
    package var provenance: [ItemField: [ItemID]] {
        var origins: [ItemField: [ItemID]] = [:]
        for field in ItemField.allCases {
            let sources = self.sources(of: field)
            if !sources.isEmpty { origins[field] = sources.map(\.item.id) }
        }
        return origins
    }

    private func sources(of field: ItemField) -> [Member] {
        switch field {
        case .kind, .title, .pageURL, .attribution: [members[0]]
        case .summary: first { $0.summary != nil }
        case .creator: first { $0.creator.fact != nil }
        case .licence: licensors
        case .renditions: contributors { $0.renditions.flatMap(\.statements) }
        case .publishedAt: first { $0.publishedAt != nil }
        case .tags: contributors(\.tags)
        case .collection: first { $0.collection != nil }
        case .duration: first { $0.duration != nil }
        case .place: first { $0.place != nil }
        case .camera: first { $0.camera != nil }
        }
    }

    private func first(stating: (Item) -> Bool) -> [Member] {
        members.first { stating($0.item) }.map { [$0] } ?? []
    }

    /// Whoever states the licence that stands.
    private var licensors: [Member] {
        guard let strictest = members.map(\.item.licence).strictest.fact else { return [] }
        return first { $0.licence.fact == strictest }
    }

    /// Those who have something that none before them has.
    private func contributors<Part: Hashable>(_ parts: (Item) -> [Part]) -> [Member] {
        var met: Set<Part> = []
        return members.filter { member in
            let count = met.count
            met.formUnion(parts(member.item))
            return met.count > count
        }
    }
}

extension Rendition {
    /// What it says of its file: that there is one, how large it is, and where it is to be had in other sizes.
    fileprivate var statements: [String] {
        [url.text, size.map { _ in "size of \(url)" }, template.map { _ in "template of \(url)" }].compactMap(
            \.self)
    }
}
