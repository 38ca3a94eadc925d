/// One line on a person's screen that says what is being waited for, and goes when it is over.
struct Progress {
    private let pipes: Pipes
    private let isShown: Bool
    private var hasLine = false

    init(_ terminal: Terminal, _ pipes: Pipes) {
        self.pipes = pipes
        isShown = terminal.showsMessages
    }

    mutating func say(_ text: String) {
        guard isShown else { return }
        pipes.murmur("\r\u{1B}[2K\(text)")
        hasLine = true
    }

    mutating func clear() {
        guard hasLine else { return }
        pipes.murmur("\r\u{1B}[2K")
        hasLine = false
    }
}
