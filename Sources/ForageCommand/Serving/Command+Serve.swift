internal import Forage
internal import ForageCore
internal import ForageStorage
internal import Platform
internal import Synchronization

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
        var serving = Serving(forage)
        serving.settings = GallerySettings(invocation)
        serving.host = host
        serving.port = port
        serving.token = token?.text
        serving.names = names
        serving.proxies = proxies
        serving.isPlayed = invocation.arguments.has("sandbox")
        serving.imageProgram = try? SiblingProgram("forage-image").path
        serving.seal = try invocation.cursorSeal(forage.configuration)
        serving.watches = try? invocation.watchStore()
        serving.collections = try invocation.collectionStore(forage.configuration)
        serving.announce = { address in
            let opened = token.map { "\(address)?token=\($0.text)" } ?? address
            let printed = token?.isNew == true ? opened : address
            pipes.write(line: "forage-gallery listening on \(printed)")
            guard opensBrowser else { return }
            let isOpen =
                token == nil ? Browser.open(opened, environment) : launchPage.open(opened, environment)
            if !isOpen {
                pipes.say("forage: Could not open a browser; the gallery is at \(address).")
            }
        }
        serving.warn = { pipes.say("forage: \($0)") }
        return serving
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

/// The access token of a locked gallery.
struct GalleryToken {
    let text: String
    /// True if it was created for this run, so that it must be printed.
    let isNew: Bool

    static let variable = "FORAGE_GALLERY_TOKEN"
    private static let greatestByteCount = 1024
    /// A shorter token could be guessed.
    private static let fewestSigns = 16

    /// - Parameters:
    ///   - path: The file that contains it; empty if there is no file, nil if no token was requested.
    ///   - environment: The environment variables, one of which may contain it.
    /// - Returns: The token; nil if the gallery is not locked.
    /// - Throws: ``CommandError`` if it cannot be read or is invalid.
    static func wanted(_ path: String?, _ environment: [String: String]) throws(CommandError) -> GalleryToken?
    {
        if let path, !path.isEmpty {
            return GalleryToken(text: try checked(try read(path), from: path), isNew: false)
        }
        if let text = environment[variable], !text.isEmpty {
            return GalleryToken(text: try checked(text, from: variable), isNew: false)
        }
        return path == nil ? nil : made()
    }

    private static func made() -> GalleryToken {
        GalleryToken(text: Base64URL.secret(byteCount: 24), isNew: true)
    }

    private static func read(_ path: String) throws(CommandError) -> String {
        let file: LocalFile
        do throws(FileError) {
            file = try LocalFile(path, upTo: greatestByteCount)
        } catch {
            throw CommandError.usage("The token in \(path) cannot be read: \(error.reason).")
        }
        guard file.permissions & 0o077 == 0 else {
            throw CommandError.usage("Others can read the token in \(path): make it private with chmod 600.")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    private static func checked(_ text: String, from place: String) throws(CommandError) -> String {
        let text = String(text.trimmingWhitespace())
        let signs = text.utf8.allSatisfy { sign in
            let character = Character(Unicode.Scalar(sign))
            return sign < 0x80 && (character.isLetter || character.isNumber) || "-._~".contains(character)
        }
        guard signs, text.utf8.count >= fewestSigns, text.utf8.count < greatestByteCount else {
            throw CommandError.usage(
                "The token in \(place) is not valid: it needs at least \(fewestSigns) letters, digits and -._~."
            )
        }
        return text
    }
}

/// Opens an address in the person's browser without revealing it to other users of this machine.
///
/// Every user can read the command lines of others. So the browser opens a page that only this person can read,
/// and that page leads to the address.
final class PrivateLaunchPage: Sendable {
    private let folder = Mutex<OwnFolder?>(nil)

    private static let name = "forage-open"
    /// The lifetime of the page; a browser that must start first takes a while.
    private static let time: Duration = .seconds(60)

    /// Opens the address; the page is removed after a while. Returns false if there is no browser or no folder for the
    /// page.
    func open(_ address: String, _ environment: [String: String]) -> Bool {
        guard let page = try? page(leadingTo: address, environment), Browser.open(page, environment) else {
            return false
        }
        Task { [weak self] in
            try? await Task.sleep(for: Self.time)
            self?.close()
        }
        return true
    }

    /// Removes the page.
    func close() { folder.withLock { $0 = nil } }

    private func page(
        leadingTo address: String, _ environment: [String: String]
    ) throws(FileError) -> String {
        let given = environment["XDG_RUNTIME_DIR"] ?? ""
        let place = given.hasPrefix("/") ? given : FileManager.default.temporaryDirectory.path
        OwnFolder.removeAbandoned(in: place, named: Self.name)
        let folder = try OwnFolder(in: place, named: Self.name)
        let path = "\(folder.path)/gallery.html"
        try LocalFile.make(path, with: Array(Self.html(leadingTo: address).utf8), permissions: 0o600)
        self.folder.withLock { $0 = folder }
        return path
    }

    /// The page. The address needs no escaping, because this program made it of numbers and a token of plain
    /// characters.
    private static func html(leadingTo address: String) -> String {
        """
        <!doctype html>
        <meta charset="utf-8">
        <meta http-equiv="refresh" content="0; url=\(address)">
        <title>Forage</title>
        <p><a href="\(address)">The gallery</a></p>

        """
    }
}

/// Changes settings of providers for the gallery, in the same files as the commands.
struct GallerySettings: ProviderSettings {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func turn(_ id: ProviderID, on isEnabled: Bool) throws(ProviderSettingError) -> Configuration {
        try changing {
            try ProviderSwitch(invocation).edit(id, isEnabled)
        } objecting: { now in
            try now[id].flatMap { try ProviderSwitch.objection(to: isEnabled, of: $0, in: now) }
        }
    }

    func keep(
        _ key: Secret, named name: String, of id: ProviderID
    ) throws(ProviderSettingError) -> Configuration {
        try changing {
            // A file of keys that others can read is refused here, before another key gets into it.
            let state = try invocation.configuration()[id]?.keys.first { $0.spec.name == name }
            if let state, let objection = Self.objection(to: state) { throw ProviderSettingError(objection) }
            guard let file = invocation.configurationFiles.credentials else {
                throw CommandError.noConfigurationFolder
            }
            try LocalFile.edit(file.path, upTo: ConfigurationFiles.greatestByteCount, permissions: 0o600) {
                try ConfigurationEditor.keeping(key, named: name, of: id, in: $0, of: file)
            }
        } objecting: { now in
            now[id]?.keys.first { $0.spec.name == name }.flatMap(Self.objection)
        }
    }

    /// The sentence on a variable that is used instead of a stored key; nil if there is none.
    private static func objection(to key: KeyState) -> String? {
        switch key.status {
        case .set(.variable(let name)), .unusable(let name):
            "The environment variable \(name) takes precedence over a stored key."
        case .set(.credentialsFile), .missing: nil
        }
    }

    /// Edits a file, and reads the resulting configuration.
    private func changing(
        _ edit: () throws -> Void, objecting objection: (Configuration) throws -> String?
    ) throws(ProviderSettingError) -> Configuration {
        do {
            try edit()
            let now = try invocation.configuration()
            if let objection = try objection(now) { throw ProviderSettingError(objection) }
            return now
        } catch let error as ProviderSettingError {
            throw error
        } catch {
            throw ProviderSettingError(Advice.sentence(on: error))
        }
    }
}
