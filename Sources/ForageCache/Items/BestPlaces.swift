/// Where an item stands among those that match: the better its rank, the smaller; then the newer before the older.
struct Hit: Comparable {
    let rank: Double
    let number: Int

    static func < (one: Hit, other: Hit) -> Bool {
        one.rank != other.rank ? one.rank < other.rank : one.number > other.number
    }
}

/// The best of any number of places, in room for a few.
struct BestPlaces {
    private let limit: Int
    private var places: [Hit] = []
    /// What a place has to be better than.
    private var bar: Hit?

    init(limit: Int) { self.limit = limit }

    mutating func add(_ place: Hit) {
        if let bar, bar < place { return }
        places.append(place)
        if places.count >= limit * 2 + 64 { sort() }
    }

    /// The numbers of the items, the best first.
    var numbers: [Int] {
        var copy = self
        copy.sort()
        return copy.places.map(\.number)
    }

    private mutating func sort() {
        places.sort()
        guard places.count >= limit else { return }
        places.removeLast(places.count - limit)
        bar = places.last
    }
}
