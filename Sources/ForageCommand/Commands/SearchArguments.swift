internal import Essentials
internal import Forage
internal import ForageCore
internal import ForageSearch

/// What a person asks of a search or of a listing, read from the command line.
struct SearchArguments {
    let query: Query
    let providers: [ProviderID]?
    let place: Forage.ListPlace

    static let options =
        [providerOption, definitionOption] + filterOptions + [sortOption] + windowOptions
        + CacheArguments.options
    static let browseOptions =
        [providerOption, definitionOption, dayOption] + filterOptions + windowOptions + CacheArguments.options

    static let dayOption = Option("day", value: "DATE", help: "What was interesting on this day (the latest)")

    static let definitionOption = Option(
        "definition", value: "FILE", takes: .file, repeats: true,
        help: "Ask the provider that this file defines, too")

    private static let providerOption = Option(
        "provider", "p", value: "NAME", takes: .list(.provider), repeats: true,
        help: "Ask only these providers (comma-separated)")
    private static let sortOption = Option(
        "sort", "s", value: "ORDER", takes: .oneOf(Order.self),
        help: "Order by relevance, newest or interesting")

    private static let filterOptions = [
        Option(
            "kind", "k", value: "KIND", takes: .list(.oneOf(Kind.self)), repeats: true,
            help: "Only photo, answer, topic or episode"),
        Option(
            "orientation", value: "SHAPE", takes: .oneOf(Filter.Orientation.self),
            help: "Only landscape, portrait or square pictures"),
        Option(
            "hue", value: "COLOUR", takes: .oneOf(Filter.Hue.self),
            help: "Only pictures of this colour, such as teal or black_and_white"),
        Option("min-size", value: "WxH", help: "Only pictures at least this large, such as 1200x800"),
        Option(
            "after", value: "DATE", help: "Only what was published on or after 2024, 2024-05 or 2024-05-31"),
    ]

    static let noMeasureOption = Option(
        "no-measure", help: "Do not fetch the first bytes of pictures to learn their size")

    private static let windowOptions = [
        Option("limit", "n", value: "N", help: "Show at most N results (20)"),
        Option("page", value: "N", help: "Show the N-th page of results"),
        Option("cursor", value: "CURSOR", help: "Go on where an earlier search ended"),
        Option("timeout", "t", value: "TIME", help: "Wait at most this long, such as 3, 2.5s or 800ms (5s)"),
        noMeasureOption,
    ]

    /// - Parameters:
    ///   - arguments: The command line.
    ///   - text: What is searched for, where it is not on the command line.
    ///   - limit: How many results are shown when the command line does not say.
    ///   - known: Every provider there is.
    /// - Throws: ``UsageFault`` or ``QueryFault`` for what cannot be searched for.
    init(_ arguments: Arguments, text: String? = nil, limit: Int, known: [ProviderID]) throws {
        let query = try Query(
            text ?? arguments.words.joined(separator: " "), filters: Self.filters(arguments),
            order: arguments.choice("sort", as: Order.self) ?? .relevance,
            limit: arguments.integer("limit", in: Query.limits) ?? limit)
        try self.init(query, arguments, known: known)
    }

    init(browsing arguments: Arguments, limit: Int, known: [ProviderID]) throws {
        guard arguments.words.isEmpty else {
            throw UsageFault(
                "A listing takes no words: forage search \(arguments.words.joined(separator: " ")) looks for them."
            )
        }
        let browse = Browse(day: try Self.listedDay(arguments), filters: try Self.filters(arguments))
        let limit = try arguments.integer("limit", in: Query.limits) ?? limit
        try self.init(Query(browsing: browse, limit: limit), arguments, known: known)
    }

    private init(_ query: Query, _ arguments: Arguments, known: [ProviderID]) throws {
        self.query = query
        providers = try Self.providers(arguments.list("provider"), known)
        place = try Self.place(arguments, in: query)
    }

    /// The day whose listing is wanted.
    static func listedDay(_ arguments: Arguments) throws(UsageFault) -> CalendarDay? {
        guard let text = arguments.value("day") else { return nil }
        guard let day = CalendarDay(text) else {
            throw UsageFault("--day takes a date such as 2024-05-31, not \"\(text)\".")
        }
        // Tomorrow has begun where the sun rises first.
        guard day <= CalendarDay(containing: Date(timeIntervalSinceNow: 14 * 3_600)) else {
            throw UsageFault("--day \(day) is still to come; leave it out for the latest.")
        }
        return day
    }

    private static func place(_ arguments: Arguments, in query: Query) throws -> Forage.ListPlace {
        let page = try arguments.integer("page", in: SearchEngine.pages)
        switch (page, arguments.value("cursor")) {
        case (nil, nil): return .start
        case (let page?, nil): return .page(page)
        case (nil, let cursor?): return .cursor(try SearchCursor(cursor, for: query))
        case (_?, _?): throw UsageFault("Give --page or --cursor, not both.")
        }
    }

    private static func providers(_ names: [String], _ known: [ProviderID]) throws(UsageFault)
        -> [ProviderID]?
    {
        guard !names.isEmpty else { return nil }
        var chosen: [ProviderID] = []
        for name in names {
            guard let id = ProviderID(name), known.contains(id) else {
                throw UsageFault.unknown("provider", name, among: known.map(\.name))
            }
            if !chosen.contains(id) { chosen.append(id) }
        }
        return chosen
    }

    private static func filters(_ arguments: Arguments) throws(UsageFault) -> [Filter] {
        var filters: [Filter] = []
        let kinds = try arguments.choices("kind", as: Kind.self)
        if !kinds.isEmpty { filters.append(.kinds(Set(kinds))) }
        if let shape = try arguments.choice("orientation", as: Filter.Orientation.self) {
            filters.append(.orientation(shape))
        }
        if let hue = try arguments.choice("hue", as: Filter.Hue.self) { filters.append(.hue(hue)) }
        if let size = try arguments.value("min-size").map(size) { filters.append(.minimumSize(size)) }
        if let day = try arguments.value("after").map(day) { filters.append(.publishedSince(day)) }
        return filters
    }

    private static func size(_ text: String) throws(UsageFault) -> PixelSize {
        let sides = text.lowercased().split(whereSeparator: { $0 == "x" || $0 == "×" }).map { Int($0) }
        guard sides.count == 2, let size = PixelSize(width: sides[0], height: sides[1]) else {
            throw UsageFault(
                "--min-size takes a width and a height such as 1200x800, not \"\(text)\".")
        }
        return size
    }

    private static func day(_ text: String) throws(UsageFault) -> Date {
        let day = text + ["-01-01", "-01", ""][min(2, text.count { $0 == "-" })]
        guard CalendarDay(day) != nil, let date = try? Date(day + "T00:00:00Z", strategy: .iso8601) else {
            throw UsageFault("--after takes a date such as 2024, 2024-05 or 2024-05-31, not \"\(text)\".")
        }
        return date
    }
}
