#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A person's screen at the end of a pipe.
struct Screen: Sendable {
    /// How many columns a line has, where that is known.
    let width: Int?

    init(width: Int? = nil) { self.width = width }

    /// The screen that a pipe leads to; nil when it leads elsewhere.
    init?(at pipe: Int32) {
        guard isatty(pipe) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(pipe, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = isKnown ? Int(size.ws_col) : nil
    }
}
