package import ForageCore
package import ForageSearch
package import Platform

/// A server of Forage, such as the gallery.
///
/// The program that connects it to the command line passes its type, and holds no value of either library: the build
/// does not see that such a value has grown in a library that the program does not import.
package protocol ForageServer: Sendable {
    /// Serves until the task is cancelled. Throws if it cannot listen.
    static func serve(_ serving: Serving) async throws
}

/// The input of the program `forage-gallery`: Forage as configured, and the address to listen at.
package struct Serving: Sendable {
    package let forage: Forage
    /// Changes the settings of providers.
    package let settings: any ProviderSettings
    /// A numeric address.
    package let host: String
    /// The port; any free one if 0.
    package let port: Int
    /// The access token; nil if the gallery is open to everyone who can reach it.
    package let token: String?
    /// Additional host names under which the gallery may be requested.
    package let names: [String]
    /// The addresses of proxies that state the client's address.
    package let proxies: [AddressRange]
    /// True if the services are simulated on this machine, so that their terms do not apply.
    package let isPlayed: Bool
    /// The program that converts pictures, if it is installed.
    package let imageProgram: String?
    /// The seal of the person's cursors, whose key is used for more.
    package let seal: CursorSeal
    /// The saved searches; nil if there is no folder for them.
    package let watches: (any WatchStore)?
    /// The collections of items; nil if there is no place for them.
    package let collections: (any CollectionStore)?
    /// Called with the address as soon as it can be opened.
    package let announce: @Sendable (String) -> Void
    /// Called for each refusal, with a sentence about it.
    package let warn: @Sendable (String) -> Void

    package init(
        forage: Forage, settings: any ProviderSettings, host: String, port: Int, token: String?,
        names: [String], proxies: [AddressRange], isPlayed: Bool, imageProgram: String?, seal: CursorSeal,
        watches: (any WatchStore)?, collections: (any CollectionStore)?,
        announce: @escaping @Sendable (String) -> Void,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.forage = forage
        self.settings = settings
        self.host = host
        self.port = port
        self.token = token
        self.names = names
        self.proxies = proxies
        self.isPlayed = isPlayed
        self.imageProgram = imageProgram
        self.seal = seal
        self.watches = watches
        self.collections = collections
        self.announce = announce
        self.warn = warn
    }
}
