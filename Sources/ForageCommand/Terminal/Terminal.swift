#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What stands at the ends of the program's pipes.
struct Terminal: Sendable {
    /// Whether results go to a person's screen.
    let showsOutput: Bool
    /// Whether messages go to a person's screen.
    let showsMessages: Bool
    /// How many columns a line has.
    let width: Int
    /// Whether colours are wanted.
    let hasColour: Bool
    /// Whether letters beyond ASCII can be shown.
    let hasUnicode: Bool

    /// Looks at the real pipes and the usual variables.
    init(environment: [String: String]) {
        showsOutput = isatty(STDOUT_FILENO) == 1
        showsMessages = isatty(STDERR_FILENO) == 1
        width = Self.screenWidth() ?? environment["COLUMNS"].flatMap(Int.init) ?? 80
        let isForced = environment["CLICOLOR_FORCE"].map { $0 != "0" } ?? false
        let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        hasColour = !isRefused && (showsOutput || isForced)
        hasUnicode = Self.hasUnicode(environment)
    }

    private static func hasUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return locale.lowercased().contains("utf")
    }

    private static func screenWidth() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(20, Int(size.ws_col))
    }
}
