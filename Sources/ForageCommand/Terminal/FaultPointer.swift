internal import ForageCore
internal import Platform

/// A query, or a template, with a mark beneath what is wrong with it, for a person at a terminal. Of a long one the
/// surroundings are shown.
struct FaultPointer {
    let text: String

    init(_ fault: SyntaxFault, width: Int) {
        let room = max(12, width - 4)
        var before = Self.shown(String(fault.before.suffix(room / 2)))
        if fault.before.count > room / 2 { before = "…" + before }
        let faulty = Self.shown(fault.faulty).truncated(toWidth: max(1, room - before.displayWidth))
        let after = Self.shown(fault.after).truncated(
            toWidth: max(0, room - before.displayWidth - faulty.displayWidth))
        let mark = "^" + String(repeating: "~", count: max(0, faulty.displayWidth - 1))
        text =
            "  " + before + faulty + after + "\n  " + String(repeating: " ", count: before.displayWidth)
            + mark
    }

    /// Safe to print, with a space at the ends where one was.
    private static func shown(_ text: String) -> String {
        let shown = text.printable()
        guard !shown.isEmpty else { return text.isEmpty ? "" : " " }
        return (text.first?.isWhitespace == true ? " " : "") + shown
            + (text.last?.isWhitespace == true ? " " : "")
    }
}
