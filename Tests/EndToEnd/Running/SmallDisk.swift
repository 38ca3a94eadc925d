#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A disk of a few kilobytes for one program, if the system lets an ordinary user mount something in a namespace of
/// its own.
enum SmallDisk {
    /// Runs a script in a namespace of its own, in which it may mount.
    static func script(_ script: String) -> String { "exec \(newNamespace) sh -c '\(script)' \"$0\" \"$@\"" }

    /// Mounts such a disk.
    static func mount(_ size: String, at folder: String) -> String {
        "mount -t tmpfs -o size=\(size) tmpfs \(folder)"
    }

    private static let newNamespace = "unshare --user --map-root-user --mount"

    static let mayMount: Bool = {
        var start = ProgramStart(folder: "/")
        start.open("/dev/null", as: STDERR_FILENO, O_WRONLY)
        let words = (newNamespace + " mount -t tmpfs tmpfs /mnt").split(separator: " ").map(String.init)
        var status: Int32 = -1
        guard let process = try? start.run(words, ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) else {
            return false
        }
        return waitpid(process, &status, 0) == process && status == 0
    }()
}
