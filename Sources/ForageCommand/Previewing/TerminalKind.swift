internal import ForageDownloads

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
