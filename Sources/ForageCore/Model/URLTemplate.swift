/// An address for a picture in any size, with placeholders for values that are known only where it is shown.
///
/// The placeholders are `{width}`, the width in CSS pixels, and `{dpr}`, the number of device pixels per CSS pixel:
///
/// ```swift
/// let template = URLTemplate("https://images.example.com/owl?ixid=1&w={width}&dpr={dpr}")
/// let url = template?.url(width: 320, pixelRatio: 2)
/// ```
///
/// The text is checked like a ``WebURL``, so it is safe to print and to link to.
public struct URLTemplate: Hashable, Sendable, CustomStringConvertible {
    /// The whole address with its placeholders.
    public let text: String

    /// Checks a template from outside: an address with a placeholder for the width after its origin.
    public init?(_ text: String) {
        let isAmbiguous = Place.allCases.contains { text.has($0.encoded) }
        guard !isAmbiguous, let url = WebURL(text) else { return nil }
        let open = Place.allCases.reduce(url.text) { $0.putting($1.rawValue, for: $1.encoded) }
        guard open.has(Place.width.rawValue) else { return nil }
        self.text = open
    }

    /// Creates a template from an address and further query items with the placeholders: `w={width}&dpr={dpr}`.
    public init?(_ url: WebURL, addingQuery items: String) { self.init(url.text(addingQuery: items)) }

    /// The text as it is printed.
    public var description: String { text }

    /// Returns the address of the picture in one size.
    ///
    /// - Parameters:
    ///   - width: The width in CSS pixels.
    ///   - pixelRatio: The number of device pixels per CSS pixel. A template without a placeholder for it receives the
    ///     width in
    ///     device pixels.
    /// - Returns: The address; nil for an unrealistic width or ratio.
    public func url(width: Int, pixelRatio: Double = 1) -> WebURL? {
        guard Self.widths.contains(width), Self.pixelRatios.contains(pixelRatio) else { return nil }
        let ratio = (pixelRatio * 100).rounded() / 100
        let takesRatio = text.has(Place.pixelRatio.rawValue)
        let side = takesRatio ? width : Int((Double(width) * ratio).rounded())
        return WebURL(
            text.putting("\(side)", for: Place.width.rawValue)
                .putting("\(ratio)", for: Place.pixelRatio.rawValue))
    }

    /// The widths that can be requested.
    public static let widths = 1...100_000
    /// The pixel ratios that can be requested.
    public static let pixelRatios = 0.5...10.0

    private enum Place: String, CaseIterable {
        case width = "{width}"
        case pixelRatio = "{dpr}"

        /// The placeholder as it is encoded in an address.
        var encoded: String {
            switch self {
            case .width: "%7Bwidth%7D"
            case .pixelRatio: "%7Bdpr%7D"
            }
        }
    }
}

/// Searches for ASCII text in addresses as bytes, which is faster than by characters.
extension String {
    fileprivate func has(_ piece: String) -> Bool { utf8.span.offset(of: piece.utf8.span) != nil }

    fileprivate func putting(_ other: String, for piece: String) -> String {
        var rest = self[...]
        var text = ""
        while let start = rest.utf8.span.offset(of: piece.utf8.span) {
            text += Substring(rest.utf8.prefix(start))
            text += other
            rest = Substring(rest.utf8.dropFirst(start + piece.utf8.count))
        }
        if rest.startIndex == startIndex { return self }
        text += rest
        return text
    }
}

extension Span<UInt8> {
    fileprivate func offset(of piece: Span<UInt8>) -> Int? {
        let first = piece[0]
        var start = 0
        while let found = firstIndex(from: start, where: { $0 == first }) {
            if holds(piece, at: found) { return found }
            start = found + 1
        }
        return nil
    }
}
