import Database
import TestPlaces
import Testing

/// Four machines with one database: a place for each.
struct Team {
    let machines: [Place]
    /// The address of the database.
    let store: String
    private let sandbox: String

    /// - Parameters:
    ///   - server: The server on which a new database is created.
    ///   - address: Returns the address of a database by its name; nil for that of the server.
    ///   - tablespace: The tablespace of the database.
    ///   - sandbox: The address of the sandbox; the shared one if nil.
    /// - Throws: An error if the database cannot be created.
    init(
        on server: PostgresPlace, at address: ((String) throws -> String)? = nil,
        in tablespace: String = "pg_default", sandbox: String? = nil
    ) throws {
        let name = server.freshName()
        var connection = try PostgresConnection(
            PostgresAddress(server.address), within: .seconds(30), patience: .seconds(30))
        try connection.run("CREATE DATABASE \(name) TABLESPACE \(tablespace)")
        store = try address?(name) ?? server.address(of: name)
        machines = try (0..<4).map { _ in try Place() }
        self.sandbox = try sandbox ?? SharedSandbox.address.get()
    }

    func start(
        _ words: [String], on machine: Int, _ others: [String: String] = [:]
    ) throws -> RunningProgram {
        let store = ["FORAGE_STORE": store, "FORAGE_SANDBOX": sandbox, "FORAGE_TIMEOUT": "60"]
        return try RunningProgram(
            ["forage", "--sandbox"] + words, in: machines[machine],
            environment: store.merging(others) { $1 })
    }

    func start(
        _ words: String..., on machine: Int, _ others: [String: String] = [:]
    ) throws -> RunningProgram { try start(words, on: machine, others) }

    func search(
        _ words: String, on machine: Int, of provider: String = "duckduckgo", _ others: [String: String] = [:]
    ) throws -> RunningProgram {
        try start(
            "search", words, "-p", provider, "--no-measure", "-f", "json", on: machine, others)
    }

    func gallery(on machine: Int, _ others: [String: String] = [:]) async throws -> TeamGallery {
        try await TeamGallery(start("serve", "--no-measure", on: machine, others))
    }

    /// A connection to the tables that the machines use.
    func connection() throws -> PostgresConnection {
        try PostgresConnection(
            PostgresAddress(store, schema: "forage_sandbox"), within: .seconds(10), patience: .seconds(30))
    }
}

/// The endings of programs in their order.
func endings(of programs: [RunningProgram]) async throws -> [RunningProgram.Ending] {
    var endings: [RunningProgram.Ending] = []
    for program in programs { endings.append(try await program.ending()) }
    return endings
}
