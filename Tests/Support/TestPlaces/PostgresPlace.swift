#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import Platform
internal import Synchronization

/// A PostgreSQL server of this test process, on a socket in a temporary folder.
package final class PostgresPlace: Sendable {
    /// The server that all tests of this process share, each with a database of its own; nil if PostgreSQL is not
    /// installed.
    package static let shared: PostgresPlace? = try? PostgresPlace()

    private let folder: TemporaryFolder
    private let program: ChildProcess
    private let count = Mutex(0)

    /// The address of the database in which others are created.
    package var address: String { address(of: "postgres") }

    /// Starts a server. As root, it runs as another user, because PostgreSQL refuses to run as root.
    package init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let script = """
            set -e
            run=; [ "$(id -u)" != 0 ] || run="setpriv --reuid=65534 --regid=65534 --clear-groups"
            bin=$(dirname "$(command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb | tail -n 1)")
            $run "$bin/initdb" -D "$1/data" -A trust -U forage -E UTF8 --locale=C --no-sync >"$1/log" 2>&1
            exec $run "$bin/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off \\
                -c max_connections=300 >"$1/log" 2>&1
            """
        program = try ChildProcess(
            ["sh", "-c", script, "sh", folder.path], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"],
            isWatched: true)
        for _ in 0..<600 where !FileManager.default.fileExists(atPath: "\(folder.path)/.s.PGSQL.5432") {
            usleep(50_000)
        }
    }

    /// Returns the address of a database of this server.
    package func address(of database: String) -> String {
        "postgresql:///\(database)?host=\(folder.path)&user=forage"
    }

    /// Returns a name for a new database.
    package func freshName() -> String {
        count.withLock {
            $0 += 1
            return "test\($0)"
        }
    }
}
