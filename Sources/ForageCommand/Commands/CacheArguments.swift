internal import ForageCore

/// How far what is stored may be used, as the command line has it.
enum CacheArguments {
    static let options = [
        Option("refresh", help: "Ask again, whatever is stored"),
        Option("prefer-cache", help: "Use what is stored, however old, and ask only for the rest"),
        Option("offline", help: "Use what is stored and ask no service"),
        Option(
            "max-stale", value: "TIME",
            help: "Accept answers that expired at most this long ago, such as 90 or 500ms"),
    ]

    static func use(_ arguments: Arguments) throws(UsageFault) -> CacheUse {
        let given = options.map(\.name).filter(arguments.has)
        guard given.count <= 1 else {
            throw UsageFault("Give \(given.map { "--\($0)" }.joined(separator: " or ")), not both.")
        }
        if arguments.has("refresh") { return .refresh }
        if arguments.has("prefer-cache") { return .preferred }
        if arguments.has("offline") { return .offline }
        return .usual(maxStale: try arguments.duration("max-stale") ?? .zero)
    }
}
