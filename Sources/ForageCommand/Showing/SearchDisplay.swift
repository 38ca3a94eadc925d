internal import ForageCore

/// Shows a search while it goes on.
protocol SearchDisplay: Sendable {
    /// Shows what happened on the way.
    mutating func take(_ event: SearchEvent)
    /// Why nobody reads what it wrote on the way, if so.
    var unread: Pipes.Unread? { get }
    /// What is to be written of its end.
    mutating func text(atEnd report: Report) -> String
}

extension SearchDisplay {
    /// Most write nothing on the way that is a result.
    var unread: Pipes.Unread? { nil }
}
