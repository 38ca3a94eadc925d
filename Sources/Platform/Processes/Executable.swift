/// A program, identified by its name in a command.
package struct Executable: Sendable {
    private let name: String
    private let folder: String
    private let searchPath: String

    /// - Parameters:
    ///   - name: A path, or a name to be found in `PATH`.
    ///   - folder: The folder to which a relative path refers.
    ///   - searchPath: The folders in which a name is searched, in the form of `PATH`.
    package init(_ name: String, in folder: String, searchPath: String) {
        self.name = name
        self.folder = folder
        self.searchPath = searchPath
    }

    /// The reason why the program cannot be started, in one sentence without its full stop; nil if none is known.
    package var obstacle: String? {
        guard name.contains("/") else {
            let folders = searchPath.split(separator: ":")
            let isThere = folders.contains { Self.obstacle(at: "\($0)/\(name)") == nil }
            return isThere ? nil : "is not in any folder of PATH; install it, or give its path"
        }
        if name.hasPrefix("/") { return Self.obstacle(at: name) }
        return Self.obstacle(at: "\(folder)/\(name)", in: folder)
    }

    private static func obstacle(at path: String, in folder: String? = nil) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT {
                return folder.map { $0 == "." ? "is not in this folder" : "is not in \($0)" }
                    ?? "does not exist"
            }
            return "cannot be used: \(String(cString: strerror(errno)).lowercased())"
        }
        if status.st_mode & S_IFMT == S_IFDIR { return "is a folder, not a program" }
        return access(path, X_OK) == 0 ? nil : "is not executable; allow it with chmod +x"
    }
}

/// Starts programs that continue after this process has ended, and whose output is discarded.
package enum Detached {
    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program, as a path or as a name to be found in `PATH`, and its arguments.
    ///   - environment: The complete environment of the program.
    /// - Throws: ``ProcessError``
    package static func start(
        _ command: [String], environment: [String: String]
    ) throws(ProcessError) {
        var spawning = Spawning()
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { spawning.handNothing(as: place) }
        spawning.keepAll(from: STDERR_FILENO + 1)
        _ = try spawning.start(command, environment)
    }

    /// Hands bytes to a program that reads them and ends; processes that it started may continue.
    ///
    /// - Parameters:
    ///   - bytes: The standard input of the program.
    ///   - command: The program, as a path or as a name to be found in `PATH`, and its arguments.
    ///   - environment: The complete environment of the program.
    ///   - patience: The time that the program has to end.
    /// - Returns: True if it ended with success.
    package static func hand(
        _ bytes: [UInt8], to command: [String], environment: [String: String],
        within patience: Duration = .seconds(2)
    ) -> Bool {
        guard let input = try? DescriptorPair(writing: true) else { return false }
        var spawning = Spawning()
        spawning.hand(input.theirs, as: STDIN_FILENO)
        for place in [STDOUT_FILENO, STDERR_FILENO] { spawning.handNothing(as: place) }
        spawning.keepAll(from: STDERR_FILENO + 1)
        guard let process = try? spawning.start(command, environment) else { return false }
        let descriptor = input.keptEnd()
        let isWritten = Descriptor.write(bytes, to: descriptor)
        close(descriptor)
        let latest = ContinuousClock.now + patience
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if ContinuousClock.now > latest { kill(process, SIGKILL) }
            usleep(2_000)
        }
        return isWritten && Ending(status: status) == .status(0)
    }
}
