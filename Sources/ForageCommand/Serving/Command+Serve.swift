internal import Forage
internal import ForageCore
internal import ForageStorage
internal import Platform

extension Command {
    /// The command that continues as `forage-gallery`, because no other command needs a server.
    static let serve = serve { invocation in
        // Faults of the command line are reported here, before the other program starts.
        _ = try ServeArguments(invocation.arguments, invocation.environment)
        try SiblingProgram("forage-gallery").become(invocation.arguments.typed)
    }

    /// The same command, as `forage-gallery` runs it.
    static func serving(by server: any ForageServer.Type) -> Command {
        serve { invocation in
            let arguments = try ServeArguments(invocation.arguments, invocation.environment)
            let configuration = try invocation.configuration()
            return try await invocation.withForage(
                configuration, seal: try invocation.cursorSeal(configuration), inMemory: true
            ) { forage in
                let launchPage = PrivateLaunchPage()
                defer { launchPage.close() }
                let serving = try arguments.serving(forage, invocation, launchPage)
                try await invocation.interruption.cancelling(patiently: true) {
                    try await server.serve(serving)
                }
                return .success
            }
        }
    }

    private static func serve(
        _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) -> Command {
        Command(
            "serve", "Serve a gallery for the browser and a JSON API",
            options: [
                Option("port", value: "N", help: "Listen on this port (any free port)"),
                Option("host", value: "ADDRESS", help: "Listen on this address of this machine (127.0.0.1)"),
                Option(
                    "token", value: "FILE", unsaid: "", takes: .file,
                    help:
                        "Require a token: from FILE, from $\(GalleryToken.variable) or a new one"
                ),
                Option(
                    "allow-host", value: "NAME", repeats: true,
                    help: "Also answer requests for this host name (comma-separated)"),
                Option(
                    "behind", value: "CIDR", repeats: true,
                    help: "Trust proxies at these addresses to state the client's (comma-separated)"),
                Option("open", help: "Open the gallery in the browser"),
                SearchArguments.definitionOption, SearchArguments.noMeasureOption,
            ] + CacheArguments.options,
            discussion: """
                Prints its address and serves until you interrupt it; unfinished answers are completed first.
                Only programs on this machine can reach it unless you give another --host, which needs --token.
                A new token is part of the printed address, and a browser that opens it gets a cookie; other
                programs send Authorization: Bearer TOKEN. Nothing is encrypted; for that, put a proxy in front,
                and name its address with --behind, or all its clients share one rate limit. Your keys stay on
                this machine. Browsers load pictures through it, except from services whose terms require
                direct loading.
                """,
            examples: [
                "forage serve --open", "forage serve --host 0.0.0.0 --port 8080 --token",
                "forage --sandbox serve",
            ],
            run: run)
    }
}

/// The address of the gallery and its access token, read from the command line.
struct ServeArguments {
    let host: String
    let port: Int
    let opensBrowser: Bool
    private let token: GalleryToken?
    private let names: [String]
    private let proxies: [AddressRange]

    /// - Throws: ``CommandError`` if the address is invalid or requires a token.
    init(_ arguments: Arguments, _ environment: [String: String]) throws(CommandError) {
        try arguments.refuseWords("type the query into the page.")
        host = arguments.value("host") ?? "127.0.0.1"
        guard Self.isNumeric(host) else {
            throw CommandError.usage(
                "--host takes a numeric address of this machine, such as 127.0.0.1 or ::1, not \"\(host)\".")
        }
        token = try GalleryToken.wanted(arguments.value("token"), environment)
        guard token != nil || Self.isLoopback(host) else {
            throw CommandError.usage(
                "On \(host), others could reach the gallery: add --token to require a token.")
        }
        port = try arguments.integer("port", in: 0...65535) ?? 0
        names = arguments.list("allow-host")
        proxies = try arguments.list("behind").map { text throws(CommandError) in
            guard let range = AddressRange(text) else {
                throw CommandError.usage(
                    "--behind takes addresses of proxies, such as 127.0.0.1 or 10.0.0.0/8, not \"\(text)\".")
            }
            return range
        }
        opensBrowser = arguments.has("open")
    }

    private static func isNumeric(_ host: String) -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        defer { freeaddrinfo(found) }
        return getaddrinfo(host, nil, &hints, &found) == 0
    }

    private static func isLoopback(_ host: String) -> Bool {
        WebURL("http://\(host.contains(":") ? "[\(host)]" : host)/")?.origin.isLoopback == true
    }

    func serving(
        _ forage: Forage, _ invocation: Invocation, _ launchPage: PrivateLaunchPage
    ) throws -> Serving {
        let (pipes, opensBrowser, environment) = (invocation.pipes, opensBrowser, invocation.environment)
        let token = token
        return Serving(
            forage: forage, settings: GallerySettings(invocation), host: host, port: port, token: token?.text,
            names: names, proxies: proxies,
            isPlayed: invocation.arguments.has("sandbox"),
            imageProgram: try? SiblingProgram("forage-image").path,
            seal: try invocation.cursorSeal(forage.configuration),
            watches: try? invocation.watchStore(),
            collections: try invocation.collectionStore(forage.configuration),
            announce: { address in
                let opened = token.map { "\(address)?token=\($0.text)" } ?? address
                let printed = token?.isNew == true ? opened : address
                pipes.write(line: "forage-gallery listening on \(printed)")
                guard opensBrowser else { return }
                let isOpen =
                    token == nil ? Browser.open(opened, environment) : launchPage.open(opened, environment)
                if !isOpen {
                    pipes.say("forage: Could not open a browser; the gallery is at \(address).")
                }
            },
            warn: { pipes.say("forage: \($0)") })
    }
}

extension Invocation {
    /// The collections of this person, or of the team; those of the sandbox are separate.
    fileprivate func collectionStore(_ configuration: Configuration) throws -> (any CollectionStore)? {
        if let team = try teamStore(configuration) { return team.collections }
        return stateFolder.map { SQLiteCollectionStore(in: $0, warn: warnings.sayIfFirst) }
    }
}

/// The person's browser.
enum Browser {
    /// Opens a page or a file, which stays open when this program ends. Returns false if there is no program for it.
    static func open(_ address: String, _ environment: [String: String]) -> Bool {
        #if canImport(Darwin)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        return (try? Detached.start([program, address], environment: environment)) != nil
    }
}
