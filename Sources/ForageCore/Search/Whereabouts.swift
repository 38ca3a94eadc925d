/// Where something is that somebody misses, or why it is nowhere.
public struct Whereabouts: Hashable, Sendable {
    /// As which item a provider brought it; nil when none did.
    public var id: ItemID?
    /// The result that it is a part of.
    public var result: ItemID?
    /// Why it was taken for the same as another.
    public var merge: Explanation.Merge?
    /// What became of it.
    public var fate: Fate

    /// Describes where something is.
    public init(
        id: ItemID? = nil, result: ItemID? = nil, merge: Explanation.Merge? = nil, fate: Fate = .notBrought
    ) {
        self.id = id
        self.result = result
        self.merge = merge
        self.fate = fate
    }

    /// What becomes of things.
    public enum Fate: Hashable, Sendable {
        /// It is among the results, at this place of the list.
        case shown(Int)
        /// It stands before them, at this place of the list.
        case before(Int)
        /// It stands behind them, at this place of the list.
        case beyond(Int)
        /// It was shown before the list went on here.
        case shownEarlier
        /// A filter left it out: it says otherwise, or not at all, which the provider's handling of it does not allow.
        case leftOut(Filter, Filter.Verdict, FilterHandling?)
        /// Its provider was left out whole, for this reason.
        case providerLeftOut(String)
        /// No provider brought it.
        case notBrought
    }
}
