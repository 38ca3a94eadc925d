internal import ForageCore

/// Shows a search while it goes on.
protocol SearchDisplay: Sendable {
    /// Shows what happened on the way.
    mutating func take(_ event: SearchEvent)
    /// What is to be written of its end.
    mutating func text(atEnd report: Report) -> String
}
