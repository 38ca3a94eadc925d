/// An answer of which changed copies are made.
protocol MutableBody {
    /// Every member that holds something, each path once, in the order in which they are met.
    var fields: [FieldPath] { get }

    /// The body with something more wherever there may be more.
    var withUnknownMembers: [UInt8] { get }

    /// The body with a change to every member at a path; nil where it changes nothing.
    func changing(_ field: FieldPath, _ change: FieldChange) -> [UInt8]?

    /// How many records a list has; nil where there is no list.
    func recordCount(in list: String) -> Int?

    /// The body with the records of a list at these places, in this order; nil without any record there.
    func arranging(_ list: String, as places: [Int]) -> [UInt8]?

    /// The body with something else in the place of one record of a list.
    func breaking(_ list: String, at place: Int) -> [UInt8]?

    /// Takes a copy for each stranger in the place of each value, nearest first, with what was done; of values that
    /// stand at the same place in several records, one.
    func forEachCopy(
        with strangers: Strangers, atMost limit: Int, _ take: (_ change: String, _ copy: [UInt8]) -> Void)
}

/// What is put in a value's place.
enum Strangers {
    /// Values of every kind, and what a careless reader trips over.
    case values
    /// Texts that nobody expects.
    case texts
}

extension MutableBody {
    /// The body with the records of a list over and over again, until there are so many; nil without a record there.
    func repeating(_ list: String, _ count: Int) -> [UInt8]? {
        guard let known = recordCount(in: list), known > 0 else { return nil }
        return arranging(list, as: (0..<count).map { $0 % known })
    }

    /// The body with the records of a list the other way round; nil without a record there.
    func reversing(_ list: String) -> [UInt8]? {
        recordCount(in: list).flatMap { arranging(list, as: (0..<$0).reversed()) }
    }

    /// The body with no more than the first records of a list; nil without a record there.
    func shortening(_ list: String, to count: Int) -> [UInt8]? {
        recordCount(in: list).flatMap { arranging(list, as: Array(0..<min($0, count))) }
    }
}

extension [UInt8] {
    /// The answer as one that can be changed; nil for what is neither JSON nor a feed.
    var asMutable: (any MutableBody)? { JSONBody(self) ?? FeedBody(self) }
}
