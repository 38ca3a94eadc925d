package import ForageCore
package import ForageSearch

extension Configuration {
    /// What puts a list together while it comes, for those who watch.
    ///
    /// - Parameters:
    ///   - query: What is searched for.
    ///   - place: Which part of the list is wanted.
    ///   - count: How many results of it.
    /// - Returns: One that has taken nothing yet.
    package func listSoFar(of query: Query, at place: Forage.ListPlace, upTo count: Int) -> ListSoFar {
        var (cursor, skipped): (SearchCursor?, Int) = (nil, 0)
        switch place {
        case .start: break
        case .cursor(let place): cursor = place
        case .page(let number): skipped = (number - 1) * query.limit
        }
        return ListSoFar(of: query, weights: weights, behind: cursor, skipping: skipped, upTo: count)
    }
}
