internal import Synchronization

/// A program that this process started. The program ends when the last reference to this object is released.
package final class ChildProcess: Sendable {
    /// The standard input of the program. It is a socket, so writing after the program has ended fails without a
    /// signal.
    let input: Int32
    /// The standard output of the program.
    let output: Int32
    /// The standard error of the program; nil if it is the standard error of this process.
    let complaints: Int32?

    private let process: pid_t
    private let watcher: GroupWatcher?
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program in its own process group, so that signals from a terminal reach only this process.
    ///
    /// - Parameters:
    ///   - command: The program, as a path or as a name to be found in `PATH`, and its arguments.
    ///   - environment: The complete environment of the program.
    ///   - capturesComplaints: True to read its standard error.
    ///   - isWatched: True to end the program and its group whenever this process ends, even if it is killed.
    /// - Throws: ``ProcessError``
    package init(
        _ command: [String], environment: [String: String] = [:], capturesComplaints: Bool = false,
        isWatched: Bool = false
    ) throws(ProcessError) {
        let input = try DescriptorPair(writing: true)
        let output = try DescriptorPair()
        let complaints = capturesComplaints ? try DescriptorPair() : nil
        // The watcher starts before the program, so that no process can escape it.
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

    /// Ends the program and all processes in its group.
    ///
    /// - Parameter patience: The time that the program has to end by itself.
    /// - Returns: The ending of the program.
    @discardableResult
    package func end(after patience: Duration = .zero) -> Ending {
        let latest = ContinuousClock.now + patience
        while !hasEnded, ContinuousClock.now < latest { usleep(2_000) }
        return ending.withLock { ending in
            if let ending { return ending }
            let goesOn = !isOver
            // The process numbers are not reused before `waitpid`. The program may have left its group.
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

    /// Closes the program's input, and ends the program if it does not end by itself.
    ///
    /// - Parameter patience: The time that the program has to end by itself.
    package func finish(within patience: Duration = .seconds(5)) {
        shutdown(input, Int32(SHUT_WR))
        end(after: patience)
    }

    /// Indicates whether the program itself has ended. Its child processes may still run.
    var hasEnded: Bool { ending.withLock { $0 != nil || isOver } }

    /// Indicates whether the program has ended but `waitpid` has not been called.
    private var isOver: Bool {
        var news = siginfo_t()
        return waitid(P_PID, id_t(process), &news, WEXITED | WNOHANG | WNOWAIT) != 0 || news.si_signo != 0
    }

    /// The number of processes in the program's group.
    var count: Int {
        watcher.map { ProcessGroup.count(of: $0.group) - 1 } ?? ProcessGroup.count(of: process)
    }
}

/// The way in which a program ended.
package enum Ending: Hashable, Sendable, CustomStringConvertible {
    case status(Int)
    case signal(Int)
    /// The program ran until this process ended it.
    case stopped

    /// The system ended the program because it exceeded its limit of processor time.
    package static let cpuTimeExceeded = Ending.signal(Int(SIGXCPU))

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

/// A group of processes that end together.
enum ProcessGroup {
    #if canImport(Darwin)
        /// Returns the current number of processes in a group.
        static func count(of group: pid_t) -> Int {
            var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
            var size = 0
            guard sysctl(&name, 4, nil, &size, nil, 0) == 0 else { return 0 }
            let stride = MemoryLayout<kinfo_proc>.stride
            var list = [kinfo_proc](repeating: kinfo_proc(), count: size / stride)
            return sysctl(&name, 4, &list, &size, nil, 0) == 0 ? size / stride : list.count
        }
    #else
        /// Returns the current number of processes in a group, which are found by searching all processes.
        static func count(of group: pid_t) -> Int {
            LocalFolder.names(in: "/proc").count { pid_t($0).map { getpgid($0) } == group }
        }
    #endif
}

/// A process that ends its whole group when this process ends, even if it was killed. A program that joins the group
/// ends with it.
///
/// The watcher reads from a socket to which this process never writes. The system's own mechanism, a signal when the
/// parent ends (`PR_SET_PDEATHSIG`), is sent when the parent's thread ends, does not reach grandchildren, and exists
/// only in Linux.
struct GroupWatcher: Sendable {
    /// The group, whose number is the watcher's process number.
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

    /// Ends the watcher and all other processes in its group.
    func finish() {
        close(lifeline)
        while waitpid(group, nil, 0) < 0, errno == EINTR {}
    }
}
