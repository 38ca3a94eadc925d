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
