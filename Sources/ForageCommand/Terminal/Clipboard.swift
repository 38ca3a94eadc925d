internal import Platform

/// The clipboard of the person's screen.
struct Clipboard {
    private let environment: [String: String]
    private let pipes: Pipes

    init(_ invocation: Invocation) {
        environment = invocation.environment
        pipes = invocation.pipes
    }

    /// Fills the clipboard with a program of this system, or else through the terminal.
    ///
    /// - Returns: The way that was used, for people.
    /// - Throws: ``CommandError`` if there is none.
    func fill(with text: String) throws(CommandError) -> String {
        let bytes = Array(text.utf8)
        for command in commands where Detached.hand(bytes, to: command, environment: environment) {
            return command[0]
        }
        guard let terminal, environment["TERM"] != "dumb" else {
            throw CommandError.failure(
                "There is no clipboard: run this in a terminal, or install wl-copy, xclip or xsel.")
        }
        Pipes(messages: terminal).murmur(Self.sequence(text))
        return "the terminal (OSC 52), if it allows that"
    }

    /// The programs to try. Over SSH they would fill the clipboard of the other machine.
    private var commands: [[String]] {
        guard !isSet("SSH_CONNECTION") else { return [] }
        #if canImport(Darwin)
            return [["pbcopy"]]
        #else
            let wayland = isSet("WAYLAND_DISPLAY") ? [["wl-copy"]] : []
            let x11 = [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
            return wayland + (isSet("DISPLAY") ? x11 : [])
        #endif
    }

    private func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }

    private var terminal: Int32? { [pipes.messages, pipes.output].first { isatty($0) == 1 } }

    /// The control sequence with which a terminal fills its clipboard.
    private static func sequence(_ text: String) -> String {
        "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    }
}
