extension String {
    /// The text made safe for one line of a terminal.
    ///
    /// - Line breaks, tabs and runs of spaces become one space; none is left at the ends.
    /// - Escape and the other control characters become their visible symbols (`␛`), so that nobody's text can
    ///   move the cursor, colour the screen or make a link.
    /// - Characters without a shape of their own go: marks that override the writing direction, zero-width
    ///   characters, tags. Joiners and emoji variants stay where they change how a character looks.
    /// - Private and unassigned characters become `�`.
    /// - A letter keeps at most four marks, an emoji at most three joiners.
    ///
    /// Only the first `limit` characters are looked at; an ellipsis stands for the rest. Text written from right
    /// to left keeps its order here; see ``isolated`` for a row that holds more than this text.
    package func printable(upTo limit: Int = 4_000) -> String {
        if isPlainLine(upTo: limit) { return self }
        var line = PrintableLine()
        let scalars = unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
        for scalar in scalars[..<(end ?? scalars.endIndex)] { line.append(scalar) }
        return line.text + (end.map { $0 < scalars.endIndex } ?? false ? "…" : "")
    }

    /// The text shut off from the writing direction of what stands beside it.
    ///
    /// Text with Hebrew or Arabic in it would reorder the rest of its row in a terminal that knows about
    /// direction; between a first-strong isolate and its end it cannot. Other text is returned as it is.
    package var isolated: String {
        if isASCII || !unicodeScalars.contains(where: UTF8Proc.isRightToLeft) { return self }
        return "\u{2068}" + self + "\u{2069}"
    }

    /// Visible ASCII with single spaces inside.
    private func isPlainLine(upTo limit: Int) -> Bool {
        let bytes = utf8.span
        guard bytes.count <= limit else { return false }
        var last: UInt8 = 0x20
        for place in bytes.indices {
            let byte = bytes[place]
            guard (0x20...0x7E).contains(byte), byte != 0x20 || last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20 || bytes.isEmpty
    }
}
