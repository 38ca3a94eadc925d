internal import ForageCore

extension ItemID {
    /// Reads the ID of a result that somebody is to be asked for.
    ///
    /// - Throws: ``UsageFault`` for what is none, and for one of nobody who is known.
    static func typed(_ word: String, known: [ProviderID]) throws(UsageFault) -> ItemID {
        guard let id = ItemID(typed: word) else {
            throw UsageFault(
                "\"\(word)\" is not an ID; an ID looks like duckduckgo:owl~article, as a search prints it.")
        }
        guard known.contains(id.provider) else {
            throw UsageFault.unknown("provider", id.provider.name, among: known.map(\.name))
        }
        return id
    }
}
