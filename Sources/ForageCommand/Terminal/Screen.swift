#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

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

        /// Nil for what no letter could be read in.
        init?(width: Int, height: Int) {
            guard (2...200).contains(width), (2...400).contains(height) else { return nil }
            self.width = width
            self.height = height
        }

        /// What is taken where nobody says.
        static let usual = Cell(unchecked: 8, 16)

        private init(unchecked width: Int, _ height: Int) {
            self.width = width
            self.height = height
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
        cell =
            isKnown && size.ws_row > 0
            ? Cell(
                width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row)) : nil
    }
}
