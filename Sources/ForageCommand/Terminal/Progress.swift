internal import ForageFormats
internal import Platform

/// A line on a person's screen that shows the work in progress and disappears at its end.
struct Progress: Sendable {
    private let terminal: Terminal
    private let pipes: Pipes
    private var shown: String?

    init(_ terminal: Terminal, _ pipes: Pipes) {
        self.terminal = terminal
        self.pipes = pipes
    }

    /// Shows the work in progress.
    mutating func say(_ work: String) {
        guard terminal.isWatched, let style = terminal.messages else { return }
        let text = "\(work) \(style.ellipsis)"
        // A line that wraps could not be cleared as one.
        let line = text.truncated(toWidth: max(1, style.width - 1), ellipsis: style.ellipsis)
        guard line != shown else { return }
        pipes.murmur(Self.lineStart + line)
        shown = line
    }

    mutating func clear() {
        guard shown != nil else { return }
        pipes.murmur(Self.lineStart)
        shown = nil
    }

    private static let lineStart = "\r\u{1B}[2K"
}
