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

    init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }

    /// The screen that a pipe leads to; nil when it leads elsewhere.
    init?(at pipe: Int32) {
        guard isatty(pipe) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(pipe, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = isKnown ? Int(size.ws_col) : nil
        height = isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil
    }
}
