internal import Platform
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A PostgreSQL server of this test process, on a socket in a temporary folder.
package final class PostgresPlace: Sendable {
    /// The server that all tests of this process share, each with a schema or database of its own; nil if PostgreSQL is
    /// not installed.
    package static let shared: PostgresPlace? = try? PostgresPlace()

    private let root: TemporaryFolder
    private let connectionCount: Int
    private let diskSize: String?
    private let program = Mutex<ChildProcess?>(nil)
    private let count = Mutex(0)

    /// The address of the database in which others are created.
    package var address: String { address(of: "postgres") }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - password: The password of its user; nil to admit everyone.
    ///   - connectionCount: The maximum number of connections.
    ///   - diskSize: The size of a separate disk for the tables, such as 20m; nil for none. Only root can mount one.
    /// - Throws: An error if the server cannot be started.
    package init(password: String? = nil, connectionCount: Int = 400, diskSize: String? = nil) throws {
        root = try TemporaryFolder()
        self.connectionCount = connectionCount
        self.diskSize = diskSize
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        if let password { try root.write(password.utf8, to: "password", permissions: 0o644) }
        try start()
    }

    /// Starts the server, again if it was killed. As root, it runs as another user, because PostgreSQL refuses to run
    /// as root.
    package func start() throws {
        let script = """
            set -e
            run=; [ "$(id -u)" != 0 ] || run="setpriv --reuid=65534 --regid=65534 --clear-groups"
            bin=$(dirname "$(command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb | tail -n 1)")
            access=trust; pass=
            [ ! -e "$1/password" ] || { access=scram-sha-256; pass=--pwfile=$1/password; }
            [ -d "$1/data" ] || $run "$bin/initdb" -D "$1/data" -A $access $pass -U forage -E UTF8 \\
                --locale=C --no-sync >"$1/log" 2>&1
            rm -f "$1/.s.PGSQL.5432.lock" "$1/data/postmaster.pid"
            if [ -n "$3" ]; then
                mkdir -p "$1/disk"
                mount -t tmpfs -o "size=$3,uid=65534,mode=700" tmpfs "$1/disk"
            fi
            exec $run "$bin/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off \\
                -c max_connections=$2 -c superuser_reserved_connections=0 >"$1/log" 2>&1
            """
        let command = ["sh", "-c", script, "sh", folder, "\(connectionCount)", diskSize ?? ""]
        let program = try ChildProcess(
            (diskSize == nil ? [] : ["unshare", "--mount"]) + command,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin"], isWatched: true)
        self.program.withLock { $0 = program }
        for _ in 0..<2_400 where !isReady { usleep(25_000) }
    }

    private var isReady: Bool {
        let log = try? String(contentsOf: URL(filePath: "\(folder)/log"), encoding: .utf8)
        return log?.contains("ready to accept connections") == true
    }

    /// The folder of its socket.
    var folder: String { root.path }

    /// The socket of the server.
    package var socket: String { "\(folder)/.s.PGSQL.5432" }

    /// The folder of the separate disk, which only the server can see.
    package var disk: String { "\(folder)/disk" }

    /// Kills the server and all its processes.
    package func kill() {
        send("KILL")
        program.withLock { $0 = nil }
    }

    /// Restarts the server, which ends all connections and writes everything to disk before.
    package func restart() throws {
        send("INT", toItsProcesses: false)
        program.withLock { program in
            program?.end(after: .seconds(30))
            program = nil
        }
        try start()
    }

    /// Stops the server without closing a connection, as a machine that hangs.
    package func freeze() { send("STOP") }

    /// Lets a frozen server continue.
    package func thaw() { send("CONT") }

    /// Sends a signal to the server and to its processes, each of which has its own process group.
    private func send(_ signal: String, toItsProcesses isForAll: Bool = true) {
        let script = """
            server=$(head -n 1 "$1/data/postmaster.pid")
            others=; [ "$3" = false ] || others=$(ps -o pid= --ppid $server)
            kill -s $2 $server $others
            """
        _ = try? ChildProcess(
            ["sh", "-c", script, "sh", folder, signal, "\(isForAll)"], environment: ["PATH": "/usr/bin:/bin"]
        ).end(after: .seconds(10))
    }

    /// Returns the address of a database of this server.
    package func address(of database: String) -> String {
        "postgresql:///\(database)?host=\(folder)&user=forage"
    }

    /// Indicates whether a server can have a separate disk.
    package static let canHaveDisk =
        getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")

    /// Returns a name for a new schema or database.
    package func freshName() -> String {
        count.withLock {
            $0 += 1
            return "test\($0)"
        }
    }
}
