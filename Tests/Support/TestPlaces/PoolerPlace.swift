internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A pgbouncer in front of a database, which gives each transaction another session.
package final class PoolerPlace: Sendable {
    private let folder: TemporaryFolder
    private let program: ChildProcess
    private static let path = ["/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { "\($0)/pgbouncer" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Indicates whether pgbouncer is installed.
    package static var isInstalled: Bool { path != nil }

    /// The address of the database.
    package var address: String { "postgresql:///pooled?host=\(folder.path)&port=6432&user=forage" }

    /// Starts a pooler.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - database: The name of the database.
    /// - Throws: An error if it cannot be started.
    package init(before server: PostgresPlace, _ database: String) throws {
        folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let settings = """
            [databases]
            pooled = host=\(server.folder) dbname=\(database) user=forage
            [pgbouncer]
            listen_addr =
            listen_port = 6432
            unix_socket_dir = \(folder.path)
            auth_type = any
            pool_mode = transaction
            default_pool_size = 20
            max_client_conn = 500
            """
        try folder.write(settings.utf8, to: "settings", permissions: 0o644)
        let script = """
            run=; [ "$(id -u)" != 0 ] || run="setpriv --reuid=65534 --regid=65534 --clear-groups"
            exec $run "$2" "$1/settings" >"$1/log" 2>&1
            """
        program = try ChildProcess(
            ["sh", "-c", script, "sh", folder.path, Self.path ?? "pgbouncer"],
            environment: ["PATH": "/usr/bin:/bin"], isWatched: true)
        let socket = "\(folder.path)/.s.PGSQL.6432"
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: socket) { usleep(25_000) }
    }

    deinit { program.end() }
}
