internal import ForageFormats
internal import Platform

/// The capabilities of the screens that the program writes to.
struct Terminal: Sendable {
    /// The style of results; nil for plain lines.
    let output: TerminalStyle?
    /// The style of messages; nil for plain lines.
    let messages: TerminalStyle?
    /// True if a person reads the messages as they arrive, on a screen that can erase them.
    let isWatched: Bool
    /// The drawing for results that are still arriving; nil if the screen cannot erase what it shows.
    let drawing: Drawing?

    /// The settings for colours.
    enum Colour: String, CaseIterable {
        case auto, always, never
    }

    /// Decides on the style of each output.
    ///
    /// - Parameters:
    ///   - output: The screen that results go to, if they go to one.
    ///   - messages: The screen that messages go to, if they go to one.
    ///   - environment: The environment variables with the person's preferences and the capabilities of the screens.
    ///   - colour: The option of the command line, which takes precedence.
    init(output: Screen?, messages: Screen?, environment: [String: String], colour: Colour = .auto) {
        let isDumb = environment["TERM"] == "dumb"
        let isUnwanted = isDumb || environment["NO_COLOR"]?.isEmpty == false
        let isRefused = colour == .never || colour == .auto && isUnwanted
        let isWanted = !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "")
        let isForced = colour == .always || isWanted && !isRefused
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let usual = TerminalStyle(
            width: environment["COLUMNS"].flatMap(Int.init) ?? 80, usesColour: !isRefused,
            usesUnicode: locale?.lowercased().contains("utf") ?? false)
        // Forced colours mean that a person will see the output: it gets the style of a screen, even in a pipe.
        func style(on screen: Screen?) -> TerminalStyle? {
            screen != nil || isForced ? usual.fitted(to: screen) : nil
        }
        self.output = style(on: output)
        self.messages = style(on: messages)
        isWatched = messages != nil && !isDumb
        drawing = isDumb ? nil : output.flatMap { Drawing(on: $0) }
    }
}

extension TerminalStyle {
    /// The same style with the screen's current width if known; at least wide enough for a few words.
    func fitted(to screen: Screen?) -> TerminalStyle {
        TerminalStyle(
            width: max(20, screen?.width ?? width), usesColour: usesColour, usesUnicode: usesUnicode,
            usesLinks: usesLinks)
    }
}

/// A person's screen at the end of a pipe.
struct Screen: Hashable, Sendable {
    /// The number of columns, if known.
    let width: Int?
    /// The number of lines, if known.
    let height: Int?
    /// The size of a character cell in pixels, if known.
    let cell: Cell?

    /// The size of a character cell in pixels.
    struct Cell: Hashable, Sendable {
        let width: Int
        let height: Int

        /// The assumed size if it is unknown.
        static let usual = Cell(width: 8, height: 16)

        /// A cell of that size; nil if text of that size would be unreadable.
        static func plausible(width: Int, height: Int) -> Cell? {
            (2...200).contains(width) && (2...400).contains(height) ? Cell(width: width, height: height) : nil
        }
    }

    init(width: Int? = nil, height: Int? = nil, cell: Cell? = nil) {
        self.width = width
        self.height = height
        self.cell = cell
    }

    /// The screen that a descriptor refers to; nil if it is not a screen.
    init?(at pipe: Int32) {
        guard isatty(pipe) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(pipe, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = isKnown ? Int(size.ws_col) : nil
        height = isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil
        cell = height.flatMap { height in
            Cell.plausible(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel) / height)
        }
    }
}

/// A line that may contain control sequences: colours and links.
extension String {
    /// The number of columns of the line on a screen.
    var visibleWidth: Int { pieces.reduce(0) { $0 + ($1.isObeyed ? 0 : $1.text.displayWidth) } }

    /// The line cut between characters, with an ellipsis, if it is wider than that. Control sequences are preserved, so
    /// that a colour that starts also ends.
    func cut(toWidth width: Int, ellipsis: String) -> String {
        guard visibleWidth > width else { return self }
        // The visible text is cut as a whole, so that it ends in one ellipsis even if colours change.
        let shown = pieces.filter { !$0.isObeyed }.map(\.text).joined()
        var rest = shown.truncated(toWidth: width, ellipsis: ellipsis)[...]
        let lastShown = pieces.lastIndex { !$0.isObeyed }
        return pieces.enumerated().map { place, piece in
            if piece.isObeyed { return piece.text }
            let text = place == lastShown ? rest : rest.prefix(piece.text.count)
            rest = rest.dropFirst(text.count)
            return String(text)
        }.joined()
    }

    private var pieces: [(text: String, isObeyed: Bool)] {
        guard contains("\u{1B}") else { return [(self, false)] }
        var pieces: [(text: String, isObeyed: Bool)] = []
        var rest = unicodeScalars[...]
        while let first = rest.first {
            let length =
                first == "\u{1B}" ? rest.obeyedLength : rest.prefix { $0 != "\u{1B}" }.count
            pieces.append((String(rest.prefix(length)), first == "\u{1B}"))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}

extension Substring.UnicodeScalarView {
    /// The length of the control sequence at the start of this text.
    fileprivate var obeyedLength: Int {
        let rest = dropFirst()
        switch rest.first {
        case "[": return 3 + rest.dropFirst().prefix { !("\u{40}"..."\u{7E}").contains($0) }.count
        case "]": return 2 + rest.prefix { $0 != "\\" }.count
        default: return 2
        }
    }
}
