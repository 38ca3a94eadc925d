internal import ForageCore
internal import Platform

/// The capabilities of a terminal.
package struct TerminalStyle: Hashable, Sendable {
    package let width: Int
    package var usesColour: Bool
    /// True if dashes, dots and ellipses may be characters beyond ASCII.
    package var usesUnicode: Bool
    /// True if titles may be links.
    package var usesLinks: Bool

    package init(width: Int, usesColour: Bool = false, usesUnicode: Bool = true, usesLinks: Bool = false) {
        self.width = min(max(width, 1), 10_000)
        self.usesColour = usesColour
        self.usesUnicode = usesUnicode
        self.usesLinks = usesLinks
    }

    package enum Emphasis: String, Hashable, Sendable {
        case strong = "1"
        case faint = "2"
        case failure = "31"
        case success = "32"
        case warning = "33"
        case accent = "36"
        /// Text and background exchanged, for the current row.
        case inverse = "7"
    }
}

extension TerminalStyle {
    /// Returns the text with a colour or weight, if colours are enabled.
    package func painted(_ text: String, _ emphasis: Emphasis?) -> String {
        guard usesColour, let emphasis, !text.isEmpty else { return text }
        return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
    }

    /// Returns the text as a link, if links are enabled. The address must be safe to print, as a `WebURL` is.
    func linked(_ text: String, to address: String?) -> String {
        guard usesLinks, let address, !text.isEmpty else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// Returns untrusted text in a safe form, cut to a width and unable to change the writing direction of its row.
    func line(_ text: String, width: Int) -> String {
        text.printable().truncated(toWidth: width, ellipsis: ellipsis).isolated
    }

    /// Returns the shape and size of a picture: `▭ 1600×1067`.
    func shape(of size: PixelSize) -> String {
        let shape =
            switch size.orientation {
            case .landscape: usesUnicode ? "▭" : "wide"
            case .portrait: usesUnicode ? "▯" : "tall"
            case .square: usesUnicode ? "▢" : "square"
            }
        return "\(shape) \(size.width)\(cross)\(size.height)"
    }

    var dash: String { usesUnicode ? "–" : "-" }
    package var dot: String { usesUnicode ? "·" : "|" }
    var cross: String { usesUnicode ? "×" : "x" }
    package var ellipsis: String { usesUnicode ? "…" : "..." }
}
