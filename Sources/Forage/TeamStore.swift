internal import Database
package import ForageCore
package import ForageSearch
package import ForageStorage

/// A PostgreSQL database that several machines share: found answers and items, the counts of requests, the archive of
/// files and the keys of cursors.
///
/// It is named by the setting `store`. While it cannot be reached, each machine uses its own files, sends at most a
/// tenth of the requests that a service allows, and after a minute none.
package struct TeamStore: Sendable {
    package let server: PostgresServer
    /// The address as it may be shown.
    package let address: String
    private let folder: String?

    /// Prepares the store of a configuration; nil if it names none. This does not connect.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - isPlayed: True for the separate tables of a sandbox, so that simulated answers are never taken for real ones.
    ///   - folder: The folder for the state of this machine's requests; nil for none.
    ///   - warn: Receives a sentence when the store cannot be used.
    /// - Throws: ``ForageCore/ConfigurationError`` if libpq cannot be loaded or the address is invalid.
    package init?(
        of configuration: Configuration, isPlayed: Bool = false, in folder: String? = nil,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ConfigurationError) {
        guard let address = configuration.store else { return nil }
        do throws(DatabaseError) {
            let parsed = try PostgresAddress(address, schema: isPlayed ? "forage_sandbox" : nil)
            self.address = parsed.description
            self.folder = folder
            server = PostgresServer(parsed) { error in
                warn(
                    "The shared store cannot be used. \(error) Until it can, this machine uses its own cache and few requests."
                )
            }
        } catch {
            throw configuration.error(inStore: error.description)
        }
    }

    /// Creates the counter of requests to each service. It writes entries shortly afterwards.
    ///
    /// - Parameter spare: The counter of this machine, which is used while the store cannot be reached.
    /// - Returns: The counter.
    package func ledger(orElse spare: any Ledger) -> any Ledger {
        WriteBehindLedger(before: PostgresLedger(on: server, orElse: spare, in: folder))
    }

    /// The archive of downloaded files.
    package var archive: any KeptFileArchive { PostgresFileArchive(on: server) }

    /// The collections of the team.
    package var collections: any CollectionStore { PostgresCollectionStore(on: server) }

    /// Creates the seal of cursors.
    ///
    /// - Parameter spare: The key until the store can be reached for the first time.
    /// - Returns: The seal.
    package func seal(orElse spare: [UInt8]) -> CursorSeal {
        CursorSeal(sharing: PostgresSealKeys(on: server, spare: spare))
    }

    /// Creates the index of items.
    func items(upTo limit: Int) -> PostgresItemIndex { PostgresItemIndex(on: server, limit: limit) }
}
