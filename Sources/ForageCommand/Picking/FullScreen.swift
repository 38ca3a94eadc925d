internal import Platform

/// The person's terminal while a view uses all of it: keys arrive as they are pressed, and the earlier content returns
/// at the end. Standard output remains free for results.
struct FullScreen: Sendable {
    static let path = "/dev/tty"

    let descriptor: Int32
    private let before: termios
    private let isStoppable: Bool

    /// Opens the terminal; nil if the program has none.
    init?() {
        descriptor = open(Self.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var before = termios()
        guard descriptor >= 0, tcgetattr(descriptor, &before) == 0 else { return nil }
        self.before = before
        // Shells do this in command substitutions, where they could not continue a stopped program.
        isStoppable = !SignalWatch.isIgnored(SIGTSTP)
    }

    /// Begins to use the screen, also after another program did.
    func enter() {
        var raw = before
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(descriptor, TCSADRAIN, &raw)
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    /// Shows the earlier content again.
    func leave() {
        write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var before = before
        tcsetattr(descriptor, TCSADRAIN, &before)
    }

    func write(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: descriptor) }

    /// Indicates whether keys arrive within a time.
    func hasInput(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    /// Stops the programs of this job, as ctrl-Z does elsewhere, until the person continues them.
    func stop() {
        guard isStoppable else { return }
        var (watched, set, mask) = (sigaction(), sigset_t(), sigset_t())
        sigaction(SIGTSTP, nil, &watched)
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        // Threads of the system's queues block signals. A signal to this thread stops the program before it goes on.
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        sigaction(SIGTSTP, &watched, nil)
    }
}

/// A part of a screen.
struct ScreenArea: Hashable, Sendable {
    let row: Int
    let column: Int
    let width: Int
    let height: Int

    func rows(_ range: Range<Int>) -> ScreenArea {
        ScreenArea(row: row + range.lowerBound, column: column, width: width, height: range.count)
    }

    func columns(_ range: Range<Int>) -> ScreenArea {
        ScreenArea(row: row, column: column + range.lowerBound, width: range.count, height: height)
    }
}

/// The content of a whole screen: pieces of lines, and at most one picture.
struct ScreenFrame: Hashable, Sendable {
    private var pieces: [Place: String] = [:]
    var picture: Picture?

    private struct Place: Hashable, Comparable {
        let row: Int
        let column: Int

        static func < (one: Place, other: Place) -> Bool { (one.row, one.column) < (other.row, other.column) }
    }

    /// A picture as the text that draws it. Only its area is drawn on.
    struct Picture: Hashable, Sendable {
        let area: ScreenArea
        let text: String
    }

    /// Writes lines into an area, and spaces into the rest of it. The lines must fit.
    mutating func fill(_ area: ScreenArea, with lines: [String]) {
        for place in 0..<area.height {
            let line = place < lines.count ? lines[place] : ""
            pieces[Place(row: area.row + place, column: area.column)] = line.filled(toWidth: area.width)
        }
    }

    /// The text that changes a screen from an earlier frame, or from any content if there is none, to this one.
    func text(after earlier: ScreenFrame?, erasingPicturesBy erasing: String) -> String {
        var text = earlier == nil ? erasing + Self.eraseAll : ""
        if let old = earlier?.picture, old != picture {
            let blank = String(repeating: " ", count: old.area.width)
            text += erasing
            for row in 0..<old.area.height { text += Self.move(old.area.row + row, old.area.column) + blank }
        }
        for (place, piece) in pieces.sorted(by: { $0.key < $1.key }) where earlier?.pieces[place] != piece {
            text += Self.move(place.row, place.column) + piece
        }
        if let picture, earlier?.picture != picture {
            for (row, line) in picture.text.split(separator: "\n").enumerated().prefix(picture.area.height) {
                text += Self.move(picture.area.row + row, picture.area.column) + line
            }
        }
        return text.isEmpty ? "" : "\u{1B}[?2026h" + text + "\u{1B}[?2026l"
    }

    private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
    private static let eraseAll = "\u{1B}[2J"
}

extension String {
    /// The line with spaces up to a width.
    func filled(toWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - visibleWidth))
    }
}
