internal import ForageCore
internal import ForageFormats
internal import HTTPServer

/// Serves the feeds of saved searches. It searches nothing: `forage watch run` does.
struct FeedHandler: Sendable {
    private static let greatestCount = 100

    let watches: (any WatchStore)?

    /// Returns the feed of a saved search.
    ///
    /// - Parameters:
    ///   - name: The name of the search.
    ///   - headers: The headers of the request, whose host was checked before.
    /// - Returns: The feed as Atom.
    /// - Throws: ``HTTPProblem`` if there is no such search.
    func feed(_ name: String, _ headers: HTTPFields) throws(HTTPProblem) -> Content {
        guard let all = watches?.watches() else {
            throw HTTPProblem(503, "The saved searches cannot be used.")
        }
        guard let watch = all.first(where: { $0.name == name }) else {
            throw HTTPProblem(404, "There is no saved search “\(name.prefix(64))”.")
        }
        guard let stored = watches?.entries(of: name, upTo: Self.greatestCount) else {
            throw HTTPProblem(503, "The saved searches cannot be used.")
        }
        let home = headers["Host"].map { "http://\($0)/" }
        let feed = Feed(
            watch, address: home.map { "\($0)feed/\(name).atom" }, home: home,
            stored.compactMap { Feed.Entry($0.entry, foundAt: $0.date) })
        return Content(Array(feed.text(as: .atom).utf8), type: "application/atom+xml; charset=utf-8")
    }
}
