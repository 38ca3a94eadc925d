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
    /// Changes the settings of providers; nil if they cannot be changed.
    package var settings: (any ProviderSettings)?
    /// A numeric address of this machine.
    package var host = "127.0.0.1"
    /// The port; any free one if 0.
    package var port = 0
    /// The access token; nil if the gallery is open to everyone who can reach it.
    package var token: String?
    /// Additional host names under which the gallery may be requested.
    package var names: [String] = []
    /// The addresses of proxies that state the client's address.
    package var proxies: [AddressRange] = []
    /// True if the services are simulated on this machine, so that their terms do not apply.
    package var isPlayed = false
    /// The program that converts pictures, if it is installed.
    package var imageProgram: String?
    /// The seal of the person's cursors, whose key is used for more.
    package var seal = CursorSeal.keyless
    /// The saved searches; nil if there is no folder for them.
    package var watches: (any WatchStore)?
    /// The collections of items; nil if there is no place for them.
    package var collections: (any CollectionStore)?
    /// Called with the address as soon as it can be opened.
    package var announce: @Sendable (String) -> Void = { _ in }
    /// Called for each refusal, with a sentence about it.
    package var warn: @Sendable (String) -> Void = { _ in }

    package init(_ forage: Forage) { self.forage = forage }
}
