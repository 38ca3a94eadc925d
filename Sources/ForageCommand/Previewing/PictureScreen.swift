internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// A screen that pictures are drawn on, and how it takes them.
struct PictureScreen: Hashable, Sendable {
    let manner: ImageDrawing.Manner
    let colours: ImageDrawing.Colours
    let width: Int
    let height: Int
    let cell: Screen.Cell

    /// Finds out how a screen takes pictures; nil where none are to be drawn.
    ///
    /// - Parameters:
    ///   - preview: What the person wants.
    ///   - screen: The screen, of known size.
    ///   - style: What letters may look like on it: half blocks are coloured, and not in ASCII.
    ///   - kind: What the environment tells of the terminal.
    ///   - ask: Asks the terminal itself, where all that is not enough.
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

    /// How a picture is drawn in so much room.
    func drawing(columns: Int, rows: Int) -> ImageDrawing {
        ImageDrawing(
            manner, colours: colours, columns: columns, rows: rows, cellWidth: cell.width,
            cellHeight: cell.height)
    }
}

/// What the environment tells of a terminal.
struct TerminalKind: Hashable, Sendable {
    /// How it takes pictures, where that is certain.
    let manner: ImageDrawing.Manner?
    let colours: ImageDrawing.Colours
    /// Whether a question in kitty's language does no harm. Some write it out, others take it for a title.
    let mayHearKitty: Bool

    init(_ environment: [String: String]) {
        let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        // What stands between has its own say, and the outer terminal's variables are there still.
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

    /// Asks.
    ///
    /// - Parameters:
    ///   - pipe: The pipe that leads to it.
    ///   - inKitty: Whether it may be asked in kitty's language.
    /// - Returns: What it said until then; nil where it cannot be asked, such as from the background.
    static func reply(at pipe: Int32, inKitty: Bool) -> TerminalReply? {
        guard let name = ttyname(pipe) else { return nil }
        let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        // Who is in the background would be stopped, and of another's terminal the keys are not ours to read.
        guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &before) == 0 else { return nil }
        var quiet = before
        // The answer comes as if it were typed: it is neither shown nor kept back until a line ends.
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

/// What a terminal said of itself when it was asked.
struct TerminalReply: Hashable, Sendable {
    private(set) var showsKitty = false
    private(set) var showsSixel = false
    /// The pixels of a letter's place.
    private(set) var cell: Screen.Cell?
    /// Whether the answer is there that every terminal gives, and that was asked for last.
    private(set) var isWhole = false

    /// Reads what came; a key that was pressed meanwhile says nothing.
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

    /// What is asked: whether a picture of kitty's would be shown, how large a letter's place is, and what it is.
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
