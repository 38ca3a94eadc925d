internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// The lines on a person's screen that show the state of transfers.
struct TransferLines {
    private let pipes: Pipes
    private let style: TerminalStyle?
    private let start = ContinuousClock.now
    private var drawing: Drawing?

    /// Shows nothing if no person watches.
    init(_ invocation: Invocation, isQuiet: Bool) {
        pipes = invocation.pipes
        style = invocation.terminal.isWatched && !isQuiet ? invocation.terminal.messages : nil
    }

    var areShown: Bool { style != nil }

    /// The shortest time between two drawings.
    static let pause = Duration.milliseconds(100)
    private static let greatestCount = 12

    mutating func draw(_ snapshot: TransferProgress.Snapshot, done: Int, of total: Int?) {
        guard let style else { return }
        beginAnewWhereResized()
        guard let drawing else { return }
        let width = drawing.width - 1
        let count = min(Self.greatestCount, drawing.rowCount - 1)
        let lines = snapshot.transfers.prefix(count).map { line(of: $0, width, style) }
        let all = lines + [totals(snapshot, done, total).truncated(toWidth: width, ellipsis: style.ellipsis)]
        replace(by: all)
    }

    mutating func clear() {
        guard drawing?.isBlank == false else { return }
        beginAnewWhereResized()
        replace(by: [])
    }

    private mutating func replace(by lines: [String]) {
        if let text = drawing?.replaced(by: lines), !text.isEmpty { pipes.murmur(text) }
    }

    private mutating func beginAnewWhereResized() {
        guard let screen = Screen(at: pipes.messages), screen != drawing?.screen else { return }
        if let drawing { pipes.murmur(drawing.erased(from: screen)) }
        drawing = Drawing(on: screen)
    }

    private func line(of transfer: TransferProgress.Transfer, _ width: Int, _ style: TerminalStyle) -> String
    {
        var amount = "\(ByteCount(transfer.byteCount))"
        if let total = transfer.total, total > 0 {
            amount += " of \(ByteCount(total)), \(transfer.byteCount * 100 / total) %"
        }
        if transfer.isFinishing { amount = "\(ByteCount(transfer.byteCount)), finishing" }
        let room = max(8, width - amount.count - 2)
        let name = transfer.name.printable().truncated(toWidth: room, ellipsis: style.ellipsis)
        return (name.padded(toWidth: room) + "  " + amount).truncated(
            toWidth: width, ellipsis: style.ellipsis)
    }

    private func totals(_ snapshot: TransferProgress.Snapshot, _ done: Int, _ total: Int?) -> String {
        let seconds = max(0.1, (ContinuousClock.now - start) / .seconds(1))
        var parts = [total.map { "\(done) of \($0)" } ?? "\(done) done", "\(ByteCount(snapshot.byteCount))"]
        parts.append("\(ByteCount(Int(Double(snapshot.byteCount) / seconds)))/s")
        if let left = total.flatMap({ snapshot.bytesLeft(done: done, of: $0) }), snapshot.byteCount > 0 {
            parts.append("\(Int((seconds * left / Double(snapshot.byteCount)).rounded(.up))) s left")
        }
        return parts.joined(separator: ", ")
    }
}

extension TransferProgress.Snapshot {
    /// The remaining bytes: the rest of current transfers, and for each file that was not started the average of the
    /// others; nil if unknown.
    fileprivate func bytesLeft(done: Int, of total: Int) -> Double? {
        let rests = transfers.compactMap { transfer in transfer.total.map { max(0, $0 - transfer.byteCount) }
        }
        let begun = done + transfers.count
        guard rests.count == transfers.count, done < total, begun > 0 else { return nil }
        let rest = Double(rests.reduce(0, +))
        return rest + (Double(byteCount) + rest) / Double(begun) * Double(max(0, total - begun))
    }
}
