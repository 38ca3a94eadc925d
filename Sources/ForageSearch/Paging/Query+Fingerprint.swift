package import ForageCore

extension Query {
    /// What tells this query's list from another's. The limit is no part of it.
    package var fingerprint: UInt64 {
        var hash = StableHash()
        hash.add(text)
        hash.add(order.rawValue)
        // Words are never empty, so that browsing cannot be taken for a search.
        if let browse { hash.add(browse.day?.description ?? "") }
        for filter in filters { hash.add(filter.description) }
        for provider in providers.map(\.name).sorted() { hash.add("from:\(provider)") }
        if isStrict { hash.add("strict") }
        return hash.value
    }
}
