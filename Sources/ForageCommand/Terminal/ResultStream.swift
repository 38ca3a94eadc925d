/// Results that are written as they come. Once nobody reads them nothing more is written, and the task that makes them is
/// cancelled; what came is kept before the program ends.
struct ResultStream: Sendable {
    /// Why nobody reads them, once that is so.
    private(set) var unread: Pipes.Unread?
    private let pipes: Pipes

    init(_ pipes: Pipes) { self.pipes = pipes }

    mutating func write(_ text: String) {
        guard unread == nil else { return }
        unread = pipes.offer(text.utf8)
        if unread != nil { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
