/// How results are written: the one list for the command line, the configuration and help.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// For people at a terminal; plain tab-separated lines elsewhere.
    case table
    /// One document.
    case json
    /// One item a line.
    case jsonl
    /// One item a row, for spreadsheets.
    case csv
    /// A list to paste into a text.
    case markdown
    /// One page that stands alone.
    case html
}
