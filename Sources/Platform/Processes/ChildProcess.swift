internal import Synchronization

/// A program that was started from here. When this value goes, the program goes too.
package final class ChildProcess: Sendable {
    /// What it reads. A socket, so that writing to a program that ended is an error and no signal.
    let input: Int32
    /// What it writes.
    let output: Int32
    /// What it complains of; nil where that goes where this program's complaints go.
    let complaints: Int32?

    private let process: pid_t
    private let watcher: GroupWatcher?
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program in a process group of its own, so that what a terminal sends reaches this program alone.
    ///
    /// - Parameters:
    ///   - command: The program, as a path or as a name to be looked for in `PATH`, and its arguments.
    ///   - environment: All that it finds in its environment.
    ///   - capturesComplaints: Whether its standard error is read from here.
    ///   - isWatched: Whether it ends with this program, however that ends and whatever it does itself.
    /// - Throws: ``ProcessError``
    package init(
        _ command: [String], environment: [String: String] = [:], capturesComplaints: Bool = false,
        isWatched: Bool = false
    ) throws(ProcessError) {
        let input = try DescriptorPair(writing: true)
        let output = try DescriptorPair()
        let complaints = capturesComplaints ? try DescriptorPair() : nil
        // There before the program is, or one could be missed.
        let watcher = isWatched ? try GroupWatcher() : nil
        var spawning = Spawning(joining: watcher?.group ?? 0)
        spawning.hand(input.theirs, as: STDIN_FILENO)
        spawning.hand(output.theirs, as: STDOUT_FILENO)
        if let complaints { spawning.hand(complaints.theirs, as: STDERR_FILENO) }
        spawning.keepAll(from: STDERR_FILENO + 1)
        do throws(ProcessError) {
            process = try spawning.start(command, environment)
        } catch {
            watcher?.finish()
            throw error
        }
        self.watcher = watcher
        self.input = input.keptEnd()
        self.output = output.keptEnd()
        self.complaints = complaints?.keptEnd()
    }

    deinit {
        end()
        for descriptor in [input, output, complaints].compactMap(\.self) { close(descriptor) }
    }

    /// Ends the program, with all that it started in its group.
    ///
    /// - Parameter patience: How long it may take to end by itself.
    /// - Returns: How it ended.
    @discardableResult
    package func end(after patience: Duration = .zero) -> Ending {
        let latest = ContinuousClock.now + patience
        while !hasEnded, ContinuousClock.now < latest { usleep(2_000) }
        return ending.withLock { ending in
            if let ending { return ending }
            let goesOn = !isOver
            // Their numbers are given to nobody else before they were waited for. It may have left the group.
            kill(-(watcher?.group ?? process), SIGKILL)
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            watcher?.finish()
            let own = Ending(status: status)
            let new = goesOn && own == .signal(Int(SIGKILL)) ? .stopped : own
            ending = new
            return new
        }
    }

    /// Tells the program that nothing more comes, and ends it where that does not.
    ///
    /// - Parameter patience: How long it may take to end by itself.
    package func finish(within patience: Duration = .seconds(5)) {
        shutdown(input, Int32(SHUT_WR))
        end(after: patience)
    }

    /// Whether the program itself has ended, whatever became of those that it started.
    var hasEnded: Bool { ending.withLock { $0 != nil || isOver } }

    /// The same, where it was not waited for yet.
    private var isOver: Bool {
        var news = siginfo_t()
        return waitid(P_PID, id_t(process), &news, WEXITED | WNOHANG | WNOWAIT) != 0 || news.si_signo != 0
    }

    /// How many processes there are of the program and those that it started, but for any that left its group.
    var count: Int {
        watcher.map { ProcessGroup.count(of: $0.group) - 1 } ?? ProcessGroup.count(of: process)
    }
}

/// How a program ended.
package enum Ending: Hashable, Sendable, CustomStringConvertible {
    case status(Int)
    case signal(Int)
    /// It went on until this program ended it.
    case stopped

    /// The system ended it, which had computed for longer than it may.
    package static let overtime = Ending.signal(Int(SIGXCPU))

    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .status(Int(status >> 8) & 0xFF) : .signal(Int(signal))
    }

    package var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let signal): "was ended by signal \(signal)"
        case .stopped: "was stopped"
        }
    }
}

/// The processes that end together.
enum ProcessGroup {
    #if canImport(Darwin)
        /// How many there are now.
        static func count(of group: pid_t) -> Int {
            var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
            var size = 0
            guard sysctl(&name, 4, nil, &size, nil, 0) == 0 else { return 0 }
            let stride = MemoryLayout<kinfo_proc>.stride
            var list = [kinfo_proc](repeating: kinfo_proc(), count: size / stride)
            return sysctl(&name, 4, &list, &size, nil, 0) == 0 ? size / stride : list.count
        }
    #else
        /// How many there are now; the system has no list of them alone.
        static func count(of group: pid_t) -> Int {
            LocalFolder.names(in: "/proc").count { pid_t($0).map { getpgid($0) } == group }
        }
    #endif
}

/// A process that ends its whole group when this program is no more, also when that was killed; a program that joins the
/// group ends with it.
///
/// It reads a lifeline that this program holds and never writes to. The system's own way, a signal when a parent dies
/// (`PR_SET_PDEATHSIG`), comes with the end of the parent's thread, reaches no grandchild and is Linux's alone.
struct GroupWatcher: Sendable {
    /// The group, which bears the watcher's own number.
    let group: pid_t
    private let lifeline: Int32

    init() throws(ProcessError) {
        let lifeline = try DescriptorPair(writing: true)
        var spawning = Spawning()
        spawning.hand(lifeline.theirs, as: STDIN_FILENO)
        spawning.keepAll(from: STDOUT_FILENO)
        group = try spawning.start(["/bin/sh", "-c", "read -r end; kill -9 0"], [:])
        self.lifeline = lifeline.keptEnd()
    }

    /// Ends it, and whoever is in its group still.
    func finish() {
        close(lifeline)
        while waitpid(group, nil, 0) < 0, errno == EINTR {}
    }
}
