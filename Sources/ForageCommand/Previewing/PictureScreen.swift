internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// A screen for pictures and the way to draw on it.
struct PictureScreen: Hashable, Sendable {
    let manner: ImageDrawing.Manner
    let colours: ImageDrawing.Colours
    let width: Int
    let height: Int
    let cell: Screen.Cell

    /// Determines how a screen shows pictures; nil if none are to be drawn.
    ///
    /// - Parameters:
    ///   - preview: The option of the person.
    ///   - screen: The screen, of known size.
    ///   - style: The style of text on it: half blocks need colours and more than ASCII.
    ///   - kind: The terminal, according to the environment.
    ///   - ask: Asks the terminal itself, if the rest is not enough.
    init?(
        _ preview: Preview, on screen: Screen, _ style: TerminalStyle, _ kind: TerminalKind,
        ask: () -> TerminalReply?
    ) {
        guard preview != .off, let width = screen.width, let height = screen.height else { return nil }
        let known = preview.manner ?? kind.manner
        let mustAsk = known == nil || known == .sixel && screen.cell == nil
        let reply = mustAsk ? ask() : nil
        guard let manner = known ?? reply?.manner ?? (style.showsBlocks ? .blocks : nil) else { return nil }
        self.manner = manner
        self.width = width
        self.height = height
        colours = kind.colours
        cell = screen.cell ?? reply?.cell ?? .usual
    }

    /// The settings to draw a picture in that many columns and rows.
    func drawing(columns: Int, rows: Int) -> ImageDrawing {
        ImageDrawing(
            manner, colours: colours, columns: columns, rows: rows, cellWidth: cell.width,
            cellHeight: cell.height)
    }
}

/// The kind of a terminal, according to the environment.
struct TerminalKind: Hashable, Sendable {
    /// The way it shows pictures, if that is certain.
    let manner: ImageDrawing.Manner?
    let colours: ImageDrawing.Colours
    /// True if a query of kitty's protocol is harmless. Some terminals print it, others take it for a title.
    let mayHearKitty: Bool

    init(_ environment: [String: String]) {
        let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        // A multiplexer limits what reaches the outer terminal, whose variables are still set.
        let isInner =
            ["TMUX", "STY", "ZELLIJ"].contains { environment[$0]?.isEmpty == false }
            || ["screen", "tmux"].contains(where: term.hasPrefix)
        mayHearKitty = !isInner && program != "Apple_Terminal" && term != "linux"
        if isInner {
            manner = nil
        } else if term.contains("kitty") || term.contains("ghostty") {
            manner = .kitty
        } else if ["iTerm.app", "WezTerm"].contains(program) || environment["LC_TERMINAL"] == "iTerm2" {
            manner = .iterm2
        } else {
            manner = nil
        }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || manner != nil
            || term.hasSuffix("-direct")
        {
            colours = .all
        } else {
            colours = term.contains("256color") || isInner ? .some : .few
        }
    }
}

/// Asks a terminal what it can show, and waits a short while for its answer.
enum TerminalQuestion {
    private static let patience = Duration.milliseconds(300)
    private static let greatestByteCount = 4_096

    /// Sends the query and reads the reply.
    ///
    /// - Parameters:
    ///   - pipe: The descriptor of the terminal.
    ///   - inKitty: True if kitty's protocol may be used.
    /// - Returns: The reply so far; nil if the terminal cannot be asked, for example from the background.
    static func reply(at pipe: Int32, inKitty: Bool) -> TerminalReply? {
        guard let name = ttyname(pipe) else { return nil }
        let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        // A process in the background would be stopped, and it must not read the keys that belong to another process.
        guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &before) == 0 else { return nil }
        var quiet = before
        // The answer arrives like typed text: it must not be echoed or held back until the end of a line.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
        guard tcsetattr(terminal, TCSADRAIN, &quiet) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSADRAIN, &before) }
        let question = Array(TerminalReply.question(inKitty: inKitty).utf8)
        guard write(terminal, question, question.count) == question.count else { return nil }
        return answer(from: terminal, until: .now + patience)
    }

    private static func answer(
        from terminal: Int32, until deadline: ContinuousClock.Instant
    ) -> TerminalReply {
        var bytes: [UInt8] = []
        while true {
            let reply = TerminalReply(bytes)
            let rest = Int32((deadline - .now) / .milliseconds(1))
            var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard !reply.isWhole, rest > 0, bytes.count < greatestByteCount, poll(&waiting, 1, rest) > 0
            else {
                return reply
            }
            var piece = [UInt8](repeating: 0, count: 256)
            let count = read(terminal, &piece, piece.count)
            guard count > 0 else { return reply }
            bytes += piece.prefix(count)
        }
    }
}

/// The reply of a terminal to the query.
struct TerminalReply: Hashable, Sendable {
    private(set) var showsKitty = false
    private(set) var showsSixel = false
    /// The size of a character cell in pixels.
    private(set) var cell: Screen.Cell?
    /// True if the reply contains the last answer, which every terminal gives.
    private(set) var isWhole = false

    /// Reads the bytes that arrived; keys that were pressed meanwhile are ignored.
    init(_ bytes: [UInt8]) {
        for part in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}") {
            if part.hasPrefix("_Gi=\(Self.number);OK") {
                showsKitty = true
            } else if part.hasPrefix("[?"), let end = part.firstIndex(of: "c") {
                showsSixel = part[..<end].dropFirst(2).split(separator: ";").contains("4")
                isWhole = true
            } else if part.hasPrefix("[6;"), let end = part.firstIndex(of: "t") {
                let sides = part[..<end].dropFirst(3).split(separator: ";").map { Int($0) }
                if sides.count == 2, let height = sides[0], let width = sides[1] {
                    cell = .plausible(width: width, height: height)
                }
            }
        }
    }

    /// The query: whether it shows kitty's pictures, the size of a character cell, and the device attributes.
    static func question(inKitty: Bool) -> String {
        let picture = "\u{1B}_Gi=\(number),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return (inKitty ? picture : "") + "\u{1B}[16t\u{1B}[c"
    }

    private static let number = 31
}

extension TerminalReply {
    fileprivate var manner: ImageDrawing.Manner? { showsKitty ? .kitty : showsSixel ? .sixel : nil }
}

extension TerminalStyle {
    fileprivate var showsBlocks: Bool { usesColour && usesUnicode }
}
