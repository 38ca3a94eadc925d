extension Query {
    /// The same question about other words; nil where that is none.
    package func asking(for terms: [Term]) -> Query? {
        // The phrases among the filters are those of the terms.
        try? Query(
            terms, filters: filters.filter { $0.name != .phrase }, order: order, providers: providers,
            isStrict: isStrict, limit: limit)
    }
}
