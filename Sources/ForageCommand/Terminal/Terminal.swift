internal import ForageFormats

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
        let taste = Taste(environment, colour)
        self.output = taste.style(on: output)
        self.messages = taste.style(on: messages)
        let isDumb = environment["TERM"] == "dumb"
        isWatched = messages != nil && !isDumb
        drawing = isDumb ? nil : output.flatMap { Drawing(on: $0) }
    }
}

/// What a person likes and what the screens can do, whichever they are.
private struct Taste {
    private let isForced: Bool
    private let isRefused: Bool
    private let usesUnicode: Bool
    private let usualWidth: Int

    init(_ environment: [String: String], _ colour: Terminal.Colour) {
        let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        isRefused = colour == .never || colour == .auto && isUnwanted
        let isWanted = environment["CLICOLOR_FORCE"].map { !["", "0"].contains($0) } ?? false
        isForced = colour == .always || isWanted && !isRefused
        let locales = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        usesUnicode = locales.first { !$0.isEmpty }?.lowercased().contains("utf") ?? false
        usualWidth = environment["COLUMNS"].flatMap(Int.init) ?? 80
    }

    /// Forced colours mean that somebody will look at it: it is written as for a screen, also into a pipe.
    func style(on screen: Screen?) -> TerminalStyle? {
        guard screen != nil || isForced else { return nil }
        return TerminalStyle(width: usualWidth, usesColour: !isRefused, usesUnicode: usesUnicode)
            .fitted(to: screen)
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
