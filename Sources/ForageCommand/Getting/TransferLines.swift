internal import ForageCore
internal import ForageFormats
internal import ForageMedia
internal import Text

/// Lines on a person's screen that say how transfers stand, drawn again in their own place.
struct TransferLines {
    private let pipes: Pipes
    private let style: TerminalStyle?
    private let start = ContinuousClock.now
    private var shownCount = 0

    /// Nothing is shown where nobody watches.
    init(_ invocation: Invocation, isQuiet: Bool) {
        pipes = invocation.pipes
        style = invocation.terminal.isWatched && !isQuiet ? invocation.terminal.messages : nil
    }

    var areShown: Bool { style != nil }

    /// How often they may be drawn.
    static let pause = Duration.milliseconds(100)
    private static let greatestCount = 12

    mutating func draw(_ snapshot: TransferBoard.Snapshot, done: Int, of total: Int?) {
        guard let style else { return }
        // The window may have another width by now. A line that wraps could not be cleared as one.
        let width = (Screen(at: pipes.messages)?.width ?? style.width) - 1
        let lines = snapshot.transfers.prefix(Self.greatestCount).map { line(of: $0, width, style) }
        let all = lines + [totals(snapshot, done, total).truncated(toWidth: width, ellipsis: style.ellipsis)]
        pipes.murmur(erasing + all.joined(separator: "\n"))
        shownCount = all.count
    }

    mutating func clear() {
        if shownCount > 0 { pipes.murmur(erasing) }
        shownCount = 0
    }

    /// Back to the first line's beginning, and everything behind it gone.
    private var erasing: String {
        guard shownCount > 0 else { return "" }
        return "\r" + (shownCount > 1 ? "\u{1B}[\(shownCount - 1)A" : "") + "\u{1B}[J"
    }

    private func line(of transfer: TransferBoard.Transfer, _ width: Int, _ style: TerminalStyle) -> String {
        var amount = "\(ByteCount(transfer.byteCount))"
        if let total = transfer.total, total > 0 {
            amount += " of \(ByteCount(total)), \(transfer.byteCount * 100 / total) %"
        }
        let room = max(8, width - amount.count - 2)
        let name = transfer.name.printable().truncated(toWidth: room, ellipsis: style.ellipsis)
        return (name.padded(toWidth: room) + "  " + amount).truncated(
            toWidth: width, ellipsis: style.ellipsis)
    }

    private func totals(_ snapshot: TransferBoard.Snapshot, _ done: Int, _ total: Int?) -> String {
        let seconds = max(0.1, (ContinuousClock.now - start) / .seconds(1))
        var parts = [total.map { "\(done) of \($0)" } ?? "\(done) done", "\(ByteCount(snapshot.byteCount))"]
        parts.append("\(ByteCount(Int(Double(snapshot.byteCount) / seconds)))/s")
        if let total, done > 0, done < total {
            parts.append("\(Int((seconds / Double(done) * Double(total - done)).rounded(.up))) s left")
        }
        return parts.joined(separator: ", ")
    }
}
