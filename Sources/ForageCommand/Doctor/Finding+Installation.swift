internal import Database
internal import Forage
package import ForageCore
package import ForageDownloads
internal import ForageStorage
internal import ForageTransport
internal import Markup
internal import Platform
internal import Synchronization

extension Finding {
    /// Checks that requests contain a contact address.
    package static func contact(of configuration: Configuration) -> Finding {
        if let contact = configuration.contact {
            return Finding("contact", .ok, "\(contact) is sent with each request")
        }
        let reason = "Services cannot tell who sends the requests, and Wikimedia slows down such programs"
        let command = "export FORAGE_CONTACT=ADDRESS, or \"contact\" in your configuration file"
        return Finding("contact", .advice, "\(reason). To give your web page or email address: \(command).")
    }

    /// Checks for every enabled provider that it can be asked.
    package static func providers(of configuration: Configuration) -> [Finding] {
        let enabled = configuration.providers.filter(\.isEnabled)
        guard !enabled.isEmpty else {
            return [
                Finding("providers", .failed, "None is enabled. To enable one: forage providers enable NAME.")
            ]
        }
        return enabled.map { provider in
            let name = provider.id.name
            if let obstacle = provider.obstacle { return Finding(name, .advice, obstacle) }
            let keys = provider.keys.filter(\.isSet).map { "the key \($0.spec.name) is set" }
            return Finding(name, .ok, keys.isEmpty ? "needs no key" : keys.joined(separator: ", "))
        }
    }
}

extension Finding {
    /// Checks that the cache can be read and added to.
    ///
    /// - Parameters:
    ///   - folder: The folder of the cache.
    ///   - configuration: The configuration, with the size of the cache.
    /// - Returns: The finding.
    package static func store(in folder: String, _ configuration: Configuration) async -> Finding {
        guard configuration.cache.diskByteCount > 0 else {
            return Finding("cache", .advice, "Nothing is cached: cache.disk is 0.")
        }
        if let obstacle = obstacle(to: folder) {
            return Finding("cache", .failed, "\(obstacle) Searches work, but their answers are not cached.")
        }
        let trouble = Troubles()
        let limit = configuration.cache.diskByteCount
        let store = DiskStore(folder: folder, limit: limit, warn: trouble.note)
        defer { store.close() }
        let items = SQLiteItemIndex(folder: folder, limit: limit, warn: trouble.note)
        if let obstacle = store.obstacle ?? items.obstacle {
            let sentence = obstacle.clause(on: folder) + "."
            return obstacle == .inUse
                ? Finding("cache", .unknown, sentence)
                : Finding("cache", .failed, sentence + " Searches work without the cache.")
        }
        let count = await store.statistics().shares.reduce(0) { $0 + $1.count }
        if let sentence = trouble.first { return Finding("cache", .failed, sentence) }
        guard DiskStore.exists(in: folder) else {
            return Finding("cache", .ok, "\(folder), empty so far")
        }
        return Finding(
            "cache", .ok, "\(folder), with \(count.of("answer")); forage cache verify checks them all")
    }

    /// Checks that the store that several machines share can be used.
    static func sharedStore(_ team: TeamStore) -> Finding {
        do throws(DatabaseError) {
            let state = try team.server.storeState()
            let server = "\(team.address), PostgreSQL \(state.server)"
            switch state.version {
            case SharedStoreState.newestVersion: return Finding("store", .ok, server)
            case 0: return Finding("store", .advice, "\(server), has no tables yet: forage store init.")
            case SharedStoreState.newestVersion...:
                return Finding("store", .failed, DatabaseError.newer(version: state.version).description)
            default: return Finding("store", .advice, "\(server), has old tables: forage store migrate.")
            }
        } catch {
            return Finding(
                "store", .failed, "\(error) Until it can be used, this machine uses its own files.")
        }
    }

    /// Checks the folder of the request counts.
    package static func ledger(in folder: String) -> Finding {
        if let obstacle = obstacle(to: folder) {
            return Finding(
                "ledger", .failed, "\(obstacle) Until then, each program counts only its own requests.")
        }
        return Finding("ledger", .ok, folder)
    }

    /// The reason why a folder, or the first existing one above it, cannot be written to.
    private static func obstacle(to folder: String) -> String? {
        var place = folder[...]
        while access(String(place), F_OK) != 0, let slash = place.lastIndex(of: "/"), slash > place.startIndex
        {
            place = place[..<slash]
        }
        guard access("\(place)/.", W_OK | X_OK) == 0 else {
            return "\(place) is not writable: \(String(cString: strerror(errno)).lowercased())."
        }
        var disk = statvfs()
        return statvfs("\(place)/.", &disk) == 0 && disk.f_bavail == 0 && disk.f_blocks > 0
            ? "The disk of \(place) is full." : nil
    }
}

extension Finding {
    /// Checks the libraries that Forage uses, by calling each once.
    package static func libraries() -> [Finding] {
        [
            library("libcurl") { try NetworkLibrary.version() },
            library("libxml2") { try MarkupLibrary.version() },
            library("cmark") { try MarkdownLibrary.version() },
            library("SQLite") { try DatabaseLibrary.version() },
            library("libcrypto") { try HashingLibrary.version() },
            library("utf8proc") { try TextLibrary.version() },
            library("zlib") { try CompressionLibrary.version() },
        ]
    }

    private static func library(_ name: String, _ version: () throws -> String) -> Finding {
        do {
            return Finding(name, .ok, try version())
        } catch {
            return Finding(name, .failed, "\(error) Install it with this system's package manager.")
        }
    }
}

extension Finding {
    /// Checks that the program for pictures finds libvips and libchafa and can draw with them.
    package static func pictures(_ pool: ImagePool) async -> Finding {
        do throws(ImageError) {
            try await pool.check()
            return Finding(name, .ok, "works with libvips and libchafa")
        } catch .lacking(let library) {
            return Finding(
                name, .failed,
                "It cannot find \(library), so \(loss). Install \(library) with this system's package manager."
            )
        } catch {
            return Finding(name, .failed, "\(error), so \(loss). Reinstall it and its libraries.")
        }
    }

    /// The finding if that program cannot be used; most of Forage works without it.
    package static func noPictures(because reason: String) -> Finding {
        Finding(name, .advice, "\(reason) Until then, \(loss).")
    }

    private static let name = "forage-image"
    private static let loss = "pictures are neither converted nor shown in the terminal"
}

/// The first fault that a store reports.
private final class Troubles: Sendable {
    private let sentence = Mutex<String?>(nil)

    var first: String? { sentence.withLock(\.self) }

    func note(_ trouble: StoreTrouble) {
        sentence.withLock { $0 = $0 ?? trouble.description }
    }
}
