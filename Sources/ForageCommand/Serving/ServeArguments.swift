internal import Forage

/// Where a person wants the gallery, read from the command line.
struct ServeArguments {
    let host: String
    let port: Int
    let opensBrowser: Bool

    /// - Throws: ``UsageFault`` for what is no place to listen.
    init(_ arguments: Arguments) throws(UsageFault) {
        if let word = arguments.words.first {
            throw UsageFault("\"\(word)\" is too much: what to look for is typed into the page.")
        }
        host = arguments.value("host") ?? "127.0.0.1"
        guard Self.isLoopback(host) else {
            throw UsageFault(
                "On \(host) others could reach the gallery, which has no lock: listen on 127.0.0.1 or ::1.")
        }
        port = try arguments.integer("port", in: 0...65535) ?? 0
        opensBrowser = arguments.has("open")
    }

    private static func isLoopback(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "::1" || numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }

    func serving(_ forage: Forage, _ invocation: Invocation) -> Serving {
        let (pipes, opensBrowser, environment) = (invocation.pipes, opensBrowser, invocation.environment)
        return Serving(
            forage: forage, host: host, port: port, isPlayed: invocation.arguments.has("sandbox"),
            imageProgram: try? SiblingProgram("forage-image").path,
            announce: { address in
                pipes.write(line: "forage-gallery listening on \(address)")
                if opensBrowser, !Browser.open(address, environment) {
                    pipes.say("forage: No browser could be opened; the gallery is at \(address).")
                }
            },
            warn: { pipes.say("forage: \($0)") })
    }
}
