#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The person's browser.
enum Browser {
    /// Has a page opened; it stays open when this program ends. False where there is nothing to open it with.
    static func open(_ address: String, _ environment: [String: String]) -> Bool {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            let program = "open"
        #else
            var actions = posix_spawn_file_actions_t()
            let program = "xdg-open"
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What it has to say is not for whoever reads this program's lines.
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
        }
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
        let variables: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        return posix_spawnp(&process, program, &actions, nil, arguments, variables) == 0
    }
}
