internal import Forage
internal import ForageCore
internal import ForageSearch
internal import Platform

/// A search or a listing, read from the command line.
struct SearchArguments {
    let query: Query
    let place: Forage.ListPlace
    /// The greatest number of results from all pages; nil for one page.
    let allCount: Int?

    /// The cursor after which the results begin.
    private var cursor: SearchCursor? {
        if case .cursor(let cursor) = place { cursor } else { nil }
    }

    /// The options that select results.
    static let filterOptions = QueryField.all.map(option) + [strictOption]

    static let options =
        filterOptions + [explainOption, definitionOption] + windowOptions
        + CacheArguments.options + [RunRecording.option]
    static let browseOptions =
        QueryField.all.filter { $0.name != "sort" }.map(option)
        + [strictOption, explainOption, definitionOption, dayOption] + windowOptions
        + CacheArguments.options + [RunRecording.option]

    /// The option that is equivalent to a field of a query.
    private static func option(_ field: QueryField) -> Option {
        let value: Completion = field.name == "from" ? .provider : .words(field.choices)
        // A common option may have the same name, such as `--color`, which controls coloured output.
        let taken = [field.flag] + Command.commonOptions.map(\.name)
        return Option(
            field.flag, or: field.names.filter { !taken.contains($0) }, field.letter,
            value: field.placeholder,
            takes: field.isList ? .list(value) : value, repeats: field.isList, help: field.help)
    }

    private static let strictOption = Option(
        "strict", help: "Skip providers for which some filter cannot be applied")

    static let explainOption = Option(
        "explain", help: "Explain the rank of each result, and who applied each filter")

    static let dayOption = Option(
        "day", value: "DATE", help: "Show what was interesting on this day (the latest)")

    static let definitionOption = Option(
        "definition", value: "FILE", takes: .file, repeats: true,
        help: "Also use the provider that this file defines")

    static let noMeasureOption = Option(
        "no-measure", help: "Do not fetch the first bytes of pictures to find their size")

    static let timeoutOption = Option(
        "timeout", "t", value: "TIME", help: "Wait at most this long, such as 3, 2.5s or 800ms (5s)")

    static let limitOption = Option("limit", "n", value: "N", help: "Show at most N results (20)")

    private static let windowOptions =
        [
            limitOption,
            Option("page", value: "N", help: "Show the N-th page of results"),
            Option("cursor", value: "CURSOR", help: "Continue where an earlier search ended"),
            Option("all", help: "Show the results of all pages, up to --limit (1000)"),
            timeoutOption, noMeasureOption, Preview.ofMany, Output.streamOption, Output.wideOption,
        ]

    /// - Parameters:
    ///   - arguments: The command line.
    ///   - text: The text to search for, if it is not on the command line.
    ///   - defaults: The limit and the filters if the command line has none.
    ///   - known: All providers.
    ///   - seal: The seal of cursors.
    /// - Throws: ``CommandError`` or ``QueryError`` if the search is invalid.
    init(
        _ arguments: Arguments, text: String? = nil, defaults: CommandDefaults, known: [ProviderID],
        seal: CursorSeal = .keyless
    ) throws {
        let query = try Query(
            parsing: text ?? arguments.words.joined(separator: " "), with: Self.options(arguments, known),
            defaults: defaults.filters, knowing: known, isStrict: arguments.has("strict"),
            limit: Self.limit(arguments) ?? defaults.limit)
        try self.init(query, arguments, seal)
    }

    init(
        browsing arguments: Arguments, defaults: CommandDefaults, known: [ProviderID],
        seal: CursorSeal = .keyless
    ) throws {
        guard arguments.words.isEmpty else {
            throw CommandError.usage(
                "forage browse takes no words. To search for them: forage search \(arguments.words.joined(separator: " "))."
            )
        }
        let options = try Self.options(arguments, known).completed(by: defaults.filters)
        try options.check()
        let browse = Browse(day: try Self.listedDay(arguments), filters: options.filters)
        let query = try Query(
            browsing: browse, providers: options.providers, isStrict: arguments.has("strict"),
            limit: Self.limit(arguments) ?? defaults.limit)
        try self.init(query, arguments, seal)
    }

    private init(_ query: Query, _ arguments: Arguments, _ seal: CursorSeal) throws {
        var query = query
        query.isExplained = arguments.has("explain")
        self.query = query
        place = try Self.place(arguments, in: query, seal)
        allCount =
            arguments.has("all")
            ? try arguments.integer("limit", in: SearchEngine.counts) ?? SearchEngine.counts.upperBound : nil
        if arguments.has("all"), arguments.has("page") {
            throw CommandError.usage("Give --all or --page, not both.")
        }
    }

    /// Creates a search that does not come from the command line.
    init(_ query: Query, at place: Forage.ListPlace, all allCount: Int? = nil) {
        self.query = query
        self.place = place
        self.allCount = allCount
    }

    /// The number of results on a page, if it is on the command line; with `--all` there is no such limit.
    private static func limit(_ arguments: Arguments) throws -> Int? {
        guard !arguments.has("all") else { return nil }
        return try arguments.integer("limit", in: Query.limits)
    }

    /// Starts the search and returns its events.
    func events(
        of forage: Forage, publishingList publishesList: Bool = false, within timeout: Duration?
    ) -> SearchEvents {
        var query = query
        query.publishesList = publishesList
        guard let allCount else { return forage.search(query, at: place, within: timeout) }
        return forage.searchAll(query, from: cursor, upTo: allCount, within: timeout)
    }

    /// The day whose listing is requested.
    static func listedDay(_ arguments: Arguments) throws -> CalendarDay? {
        guard let text = arguments.value("day") else { return nil }
        guard let day = CalendarDay(text) else {
            throw CommandError.usage("--day takes a date such as 2024-05-31, not \"\(text)\".")
        }
        try day.checkBeginning(as: "--day")
        return day
    }

    private static func place(
        _ arguments: Arguments, in query: Query, _ seal: CursorSeal
    ) throws -> Forage.ListPlace {
        let page = try arguments.integer("page", in: SearchEngine.pages)
        switch (page, arguments.value("cursor")) {
        case (nil, nil): return .start
        case (let page?, nil): return .page(page)
        case (nil, let cursor?): return .cursor(try SearchCursor(cursor, for: query, sealedBy: seal))
        case (_?, _?): throw CommandError.usage("Give --page or --cursor, not both.")
        }
    }

    /// The filters from the options; the query may contain others.
    private static func options(_ arguments: Arguments, _ known: [ProviderID]) throws -> QueryOptions {
        let options = try QueryOptions(.options) { arguments.every($0.flag) }
        for provider in options.providers { try provider.check(among: known) }
        return options
    }
}
