package import ForageCore

extension Cluster {
    /// The members as one item.
    ///
    /// Id, kind, title, page and credit are the best-ranked member's. What it does not say is filled in
    /// by the next that does. Files and tags are all there are, each once, and so are the sources, each
    /// with its own credit.
    package var item: Item {
        let items = members.map(\.item)
        var merged = items[0]
        guard items.count > 1 else { return merged }
        merged.sources = items.flatMap(\.sources).distinct(by: \.id)
        merged.summary = items.first(stating: \.summary)
        merged.creator = Stated(items.first(stating: \.creator.fact))
        merged.licence = items.map(\.licence).strictest
        merged.renditions = items.flatMap(\.renditions).best
        merged.publishedAt = items.first(stating: \.publishedAt)
        merged.tags = items.flatMap(\.tags).distinct
        merged.collection = items.first(stating: \.collection)
        merged.duration = items.first(stating: \.duration)
        merged.place = items.first(stating: \.place)
        merged.camera = items.first(stating: \.camera)
        merged.blurHash = items.first(stating: \.blurHash)
        merged.altText = items.first(stating: \.altText)
        merged.isMature = items.contains { $0.isMature == true } ? true : items.first(stating: \.isMature)
        return merged
    }
}

extension [Item] {
    fileprivate func first<Fact>(stating fact: (Item) -> Fact?) -> Fact? {
        for item in self {
            if let fact = fact(item) { return fact }
        }
        return nil
    }
}

extension [Rendition] {
    /// Each file once, from the smallest role to the largest; of two words on one file the one that
    /// tells its size, and rather a measured one. A template is kept whoever told it.
    fileprivate var best: [Rendition] {
        var groups: [WebURL: Int] = [:]
        var words: [[Int]] = []
        for place in indices {
            if let group = groups[self[place].url] {
                words[group].append(place)
            } else {
                groups[self[place].url] = words.count
                words.append([place])
            }
        }
        return words.map { places in
            let places = places.sorted { self[$0].knowledge > self[$1].knowledge }
            var best = self[places[0]]
            best.template = places.lazy.compactMap { self[$0].template }.first
            return best
        }.sorted { $0.role < $1.role }
    }
}

extension Rendition {
    fileprivate var knowledge: Int {
        switch sizeSource {
        case .measured: 2
        case .service: 1
        case nil: 0
        }
    }
}
