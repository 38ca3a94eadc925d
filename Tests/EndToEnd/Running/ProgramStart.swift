#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The start of a program. A shell changes to the folder and becomes the program.
struct ProgramStart: ~Copyable {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
    #else
        private var actions = posix_spawn_file_actions_t()
    #endif

    private let folder: String

    struct Failure: Error { let code: Int32 }

    init(folder: String) {
        self.folder = folder
        posix_spawn_file_actions_init(&actions)
    }

    deinit {
        var actions = actions
        posix_spawn_file_actions_destroy(&actions)
    }

    mutating func open(_ path: String, as descriptor: Int32, _ flags: Int32) {
        posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    }

    mutating func hand(_ end: Int32, as descriptor: Int32) {
        posix_spawn_file_actions_adddup2(&actions, end, descriptor)
    }

    mutating func run(_ arguments: [String], _ environment: [String: String]) throws -> pid_t {
        let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, &variables)
        if code != 0 { throw Failure(code: code) }
        return process
    }
}
