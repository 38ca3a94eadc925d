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

    private let folder: TemporaryFolder
    private let program = Mutex<ChildProcess?>(nil)
    private let count = Mutex(0)

    /// The address of the database in which others are created.
    package var address: String { address(of: "postgres") }

    /// Starts a server.
    ///
    /// - Parameter password: The password of its user; nil to admit everyone.
    /// - Throws: An error if the server cannot be started.
    package init(password: String? = nil) throws {
        folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        if let password { try folder.write(password.utf8, to: "password", permissions: 0o644) }
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
            exec $run "$bin/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off \\
                -c max_connections=300 >"$1/log" 2>&1
            """
        let program = try ChildProcess(
            ["sh", "-c", script, "sh", folder.path], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"],
            isWatched: true)
        self.program.withLock { $0 = program }
        for _ in 0..<1_200 where !FileManager.default.fileExists(atPath: "\(folder.path)/.s.PGSQL.5432") {
            usleep(50_000)
        }
    }

    /// Kills the server and all its processes.
    package func kill() {
        send("KILL")
        program.withLock { $0 = nil }
        // Its existence shows later that the server is back.
        try? FileManager.default.removeItem(atPath: "\(folder.path)/.s.PGSQL.5432")
    }

    /// Stops the server without closing a connection, as a machine that hangs.
    package func freeze() { send("STOP") }

    /// Lets a frozen server continue.
    package func thaw() { send("CONT") }

    /// Sends a signal to the server and to its processes, each of which has its own process group.
    private func send(_ signal: String) {
        let script = """
            server=$(head -n 1 "$1/data/postmaster.pid")
            kill -s $2 $server $(ps -o pid= --ppid $server)
            """
        _ = try? ChildProcess(
            ["sh", "-c", script, "sh", folder.path, signal], environment: ["PATH": "/usr/bin:/bin"]
        ).end(after: .seconds(10))
    }

    /// Returns the address of a database of this server.
    package func address(of database: String) -> String {
        "postgresql:///\(database)?host=\(folder.path)&user=forage"
    }

    /// Returns a name for a new schema or database.
    package func freshName() -> String {
        count.withLock {
            $0 += 1
            return "test\($0)"
        }
    }
}
