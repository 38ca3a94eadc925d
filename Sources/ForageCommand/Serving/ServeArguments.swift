internal import Forage
internal import ForageCore

/// Where a person wants the gallery and for whom, read from the command line.
struct ServeArguments {
    let host: String
    let port: Int
    let opensBrowser: Bool
    private let token: GalleryToken?
    private let names: [String]

    /// - Throws: ``UsageFault`` for what is no place to listen, or one that needs a lock.
    init(_ arguments: Arguments, _ environment: [String: String]) throws(UsageFault) {
        if let word = arguments.words.first {
            throw UsageFault.unexpected(word, advice: "what to look for is typed into the page.")
        }
        host = arguments.value("host") ?? "127.0.0.1"
        token = try GalleryToken.wanted(arguments.value("token"), environment)
        guard token != nil || Self.isLoopback(host) else {
            throw UsageFault(
                "On \(host) others could reach the gallery: add --token to let in only who has its address.")
        }
        port = try arguments.integer("port", in: 0...65535) ?? 0
        names = arguments.list("allow-host")
        opensBrowser = arguments.has("open")
    }

    private static func isLoopback(_ host: String) -> Bool {
        WebURL("http://\(host.contains(":") ? "[\(host)]" : host)/")?.origin.isLoopback == true
    }

    func serving(_ forage: Forage, _ invocation: Invocation, _ door: PrivateDoor) -> Serving {
        let (pipes, opensBrowser, environment) = (invocation.pipes, opensBrowser, invocation.environment)
        let token = token
        return Serving(
            forage: forage, host: host, port: port, token: token?.text, names: names,
            isPlayed: invocation.arguments.has("sandbox"),
            imageProgram: try? SiblingProgram("forage-image").path,
            announce: { address in
                let opened = token.map { "\(address)?token=\($0.text)" } ?? address
                let printed = token?.isNew == true ? opened : address
                pipes.write(line: "forage-gallery listening on \(printed)")
                guard opensBrowser else { return }
                let isOpen =
                    token == nil ? Browser.open(opened, environment) : door.open(opened, environment)
                if !isOpen {
                    pipes.say("forage: No browser could be opened; the gallery is at \(address).")
                }
            },
            warn: { pipes.say("forage: \($0)") })
    }
}
