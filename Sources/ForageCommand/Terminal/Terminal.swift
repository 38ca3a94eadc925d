internal import ForageFormats
internal import Platform

/// What can be shown at the ends of the program's pipes.
struct Terminal: Sendable {
    /// What results may look like; nil for plain lines.
    let output: TerminalStyle?
    /// What messages may look like; nil for plain lines.
    let messages: TerminalStyle?
    /// Whether a person reads the messages as they come, on a screen that can take one back.
    let isWatched: Bool
    /// Where results can be drawn while they come in; nil where a screen cannot take back what it shows.
    let drawing: Drawing?

    /// When colours are wanted.
    enum Colour: String, CaseIterable {
        case auto, always, never
    }

    /// Decides what to show where.
    ///
    /// - Parameters:
    ///   - output: The screen that results go to, if they go to one.
    ///   - messages: The screen that messages go to, if they go to one.
    ///   - environment: The variables that say what the person likes and what the screens can do.
    ///   - colour: What the command line says; it has the last word.
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
        // Forced colours mean that somebody will look at it: it is written as for a screen, also into a pipe.
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
    /// The same for a screen as wide as this one is by now, where that is known; less than a few words wide is none.
    func fitted(to screen: Screen?) -> TerminalStyle {
        TerminalStyle(
            width: max(20, screen?.width ?? width), usesColour: usesColour, usesUnicode: usesUnicode,
            usesLinks: usesLinks)
    }
}

/// A person's screen at the end of a pipe.
struct Screen: Hashable, Sendable {
    /// How many columns a line has, where that is known.
    let width: Int?
    /// How many lines it has, where that is known.
    let height: Int?
    /// The pixels of a letter's place, where they are known.
    let cell: Cell?

    /// How many pixels wide and high the place of a letter is.
    struct Cell: Hashable, Sendable {
        let width: Int
        let height: Int

        /// What is taken where the size is not known.
        static let usual = Cell(width: 8, height: 16)

        /// The place of that size; nil for one in which no letter could be read.
        static func plausible(width: Int, height: Int) -> Cell? {
            (2...200).contains(width) && (2...400).contains(height) ? Cell(width: width, height: height) : nil
        }
    }

    init(width: Int? = nil, height: Int? = nil, cell: Cell? = nil) {
        self.width = width
        self.height = height
        self.cell = cell
    }

    /// The screen that a pipe leads to; nil when it leads elsewhere.
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

/// A line with what a screen obeys in it: colours and links.
extension String {
    /// The columns that a screen gives the line.
    var visibleWidth: Int { pieces.reduce(0) { $0 + ($1.isObeyed ? 0 : $1.text.displayWidth) } }

    /// The line cut between characters, with an ellipsis, if a screen would give it more columns than that; what is
    /// obeyed stays whole, so that a colour that began ends, too.
    func cut(toWidth width: Int, ellipsis: String) -> String {
        guard visibleWidth > width else { return self }
        // Cut as one text, so that it ends in one ellipsis wherever colours change.
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
    /// How much of this, which begins with an escape, a screen obeys.
    fileprivate var obeyedLength: Int {
        let rest = dropFirst()
        switch rest.first {
        case "[": return 3 + rest.dropFirst().prefix { !("\u{40}"..."\u{7E}").contains($0) }.count
        case "]": return 2 + rest.prefix { $0 != "\\" }.count
        default: return 2
        }
    }
}
