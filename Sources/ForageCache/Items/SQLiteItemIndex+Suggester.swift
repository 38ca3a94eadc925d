internal import Database
package import ForageCore

extension SQLiteItemIndex: Suggester {
    @concurrent
    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        completeIndex(by: deadline)
        let found = read { (reader) throws(DatabaseFault) in
            try reader.suggestions(for: query, of: providers, by: deadline)
        }
        return found?.map(\.description) ?? []
    }
}
