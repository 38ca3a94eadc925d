internal import ForageCore

extension Item {
    /// The same with no text longer than anybody would want to read of a credit.
    var withTextsCut: Item {
        var item = self
        item.title.cut()
        item.attribution.cutTexts()
        for place in item.sources.indices { item.sources[place].attribution.cutTexts() }
        return item
    }
}

extension Attribution {
    fileprivate mutating func cutTexts() {
        title.cut()
        source.name.cut()
        serviceLine?.name.cut()
        if var creator = creator.fact {
            creator.name.cut()
            self.creator = .known(creator)
        }
        if var licence = licence.fact {
            licence.id.cut()
            licence.name.cut()
            self.licence = .known(licence)
        }
    }
}

extension String {
    private static let greatestByteCount = 4_000

    fileprivate mutating func cut() {
        if utf8.count > Self.greatestByteCount { self = cut(toByteCount: Self.greatestByteCount) + "…" }
    }
}
