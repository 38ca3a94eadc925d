internal import ForageCore
internal import Platform

/// What a terminal can show.
package struct TerminalStyle: Hashable, Sendable {
    package let width: Int
    package var usesColour: Bool
    /// Whether dashes, dots and ellipses may be written with more than ASCII.
    package var usesUnicode: Bool
    /// Whether titles may be links that can be clicked.
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
    }
}

extension TerminalStyle {
    /// The text with the colour or weight, where colours are wanted.
    package func painted(_ text: String, _ emphasis: Emphasis?) -> String {
        guard usesColour, let emphasis, !text.isEmpty else { return text }
        return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
    }

    /// The text as a link, where links are wanted. The address must be safe to print, as a `WebURL` is.
    func linked(_ text: String, to address: String?) -> String {
        guard usesLinks, let address, !text.isEmpty else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// Text from outside, safe, cut to a width, and unable to turn its row around.
    func line(_ text: String, width: Int) -> String {
        text.printable().truncated(toWidth: width, ellipsis: ellipsis).isolated
    }

    /// A picture's shape and size: `▭ 1600×1067`.
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
    var dot: String { usesUnicode ? "·" : "|" }
    var cross: String { usesUnicode ? "×" : "x" }
    package var ellipsis: String { usesUnicode ? "…" : "..." }
}
