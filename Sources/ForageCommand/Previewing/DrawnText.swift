internal import ForageDownloads

/// What shows a picture on a screen, and nothing that a screen would obey beyond that: the program that drew it has read
/// what a stranger made.
struct DrawnText: Hashable, Sendable {
    let text: String

    /// Nil where there is anything else in it.
    init?(_ text: String, _ manner: ImageDrawing.Manner) {
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: guard rest.dropSequence(of: manner) else { return nil }
            case 0x0A, 0x20...0x7E, 0x80...: break
            default: return nil
            }
        }
        // Controls of one letter that are more than a byte in UTF-8.
        guard !text.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) else { return nil }
        self.text = text
    }
}

extension Substring.UTF8View {
    /// Takes away a sequence behind its escape sign, where it is one for pictures or for colours.
    fileprivate mutating func dropSequence(of manner: ImageDrawing.Manner) -> Bool {
        guard let sign = popFirst() else { return false }
        switch (sign, manner) {
        case (UInt8(ascii: "["), _):
            while let byte = popFirst() {
                if byte == UInt8(ascii: "m") { return true }
                guard (0x30...0x3B).contains(byte) else { return false }
            }
            return false
        case (UInt8(ascii: "_"), .kitty): return drop("G") && dropString()
        case (UInt8(ascii: "P"), .sixel): return dropString()
        case (UInt8(ascii: "]"), .iterm2): return drop("1337;File=") && dropString()
        default: return false
        }
    }

    private mutating func drop(_ start: String) -> Bool {
        guard starts(with: start.utf8) else { return false }
        self = dropFirst(start.utf8.count)
        return true
    }

    /// To the end of a string, which is an escape sign with a backslash, or a bell.
    private mutating func dropString() -> Bool {
        while let byte = popFirst() {
            switch byte {
            case 0x07: return true
            case 0x1B: return popFirst() == UInt8(ascii: "\\")
            case 0x20...0x7E, 0x0A, 0x0D: continue
            default: return false
            }
        }
        return false
    }
}
