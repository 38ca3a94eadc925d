internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

extension Command {
    static let decode = Command(
        "decode", "Show how a provider reads a saved answer",
        operands: "PROVIDER FILE", takes: .sequence([.provider, .file]),
        options: [
            Option(
                "request", value: "REQUEST", takes: .oneOf(SavedAnswer.RequestName.self),
                help: "The kind of request: search, browse, details or download"),
            Option("query", "q", value: "TEXT", help: "The text that was searched for"),
            Option("day", value: "DATE", help: "The day that was browsed"),
            Option("id", value: "ID", help: "The result that details or download requested"),
            Option("status", value: "N", help: "The HTTP status of the answer (200)"),
            SearchArguments.definitionOption,
            Option(
                "header", "H", value: "'NAME: VALUE'", repeats: true, help: "A header field of the answer"),
            Option("items", help: "Print the items as a sample of a definition lists them"),
        ] + Output.options,
        discussion: """
            Reads the body of an answer from FILE, or from standard input if FILE is -, and prints the items
            and the outcome that a search would show. Sends no request.

            A definition that its samples do not prove yet is read without them, and the problems are printed.
            With --items you see what to write into a sample.
            """,
        examples: [
            "forage decode museum answer.json --definition museum.json --items",
            "forage decode duckduckgo answer.json --query owl",
            "curl -s 'https://api.duckduckgo.com/?q=owl&format=json' | forage decode duckduckgo -",
        ]
    ) { invocation in
        let configuration = try invocation.configuration()
        let saved = try SavedAnswer(invocation.arguments, of: configuration)
        let output = try Output(invocation, configuration)
        let provider = saved.provider.provider
        let unfinished = Definitions.unfinished(of: provider)
        if unfinished != nil {
            for problem in Definitions.faults(of: provider) { invocation.pipes.say("forage: \(problem)") }
        }
        let reader = unfinished ?? provider
        if invocation.arguments.has("items") {
            return try printItems(of: saved, readBy: reader, to: invocation.pipes)
        }
        let answer = await Forage.decode(saved.response, to: saved.request, by: reader)
        let report = Report(
            query: saved.query, items: answer.items, outcomes: [answer.outcome], next: nil,
            duration: answer.outcome.duration)
        invocation.pipes.write(output.writer.text(of: report).utf8)
        invocation.pipes.murmur(output.status.text(of: report))
        return ExitCode(report.outcomes)
    }

    private static func printItems(
        of saved: SavedAnswer, readBy provider: any Provider, to pipes: Pipes
    ) throws -> ExitCode {
        guard let items = Definitions.sampleItems(in: saved.response, to: saved.request, by: provider) else {
            throw CommandError.failure(
                "\(provider.info.id) has no definition that reads this answer; leave out --items to see why.")
        }
        pipes.write(items)
        return .success
    }
}

/// A saved answer and the request that it answers.
struct SavedAnswer {
    let provider: ProviderConfiguration
    let query: Query
    let request: ProviderRequest
    let response: Response

    enum RequestName: String, CaseIterable {
        case search, browse, details, download
    }

    init(_ arguments: Arguments, of configuration: Configuration) throws {
        guard arguments.words.count == 2 else {
            throw CommandError.usage("Name a provider and a file: forage decode PROVIDER FILE.")
        }
        let providerName = arguments.words[0]
        guard let provider = ProviderID(typed: providerName).flatMap({ configuration[$0] }) else {
            throw CommandError.unknown(
                "provider", providerName, among: configuration.providers.map(\.id.name))
        }
        self.provider = provider
        let name = try arguments.choice("request", as: RequestName.self) ?? .search
        query =
            name == .browse
            ? try Query(browsing: Browse(day: try SearchArguments.listedDay(arguments)))
            : try Query(parsing: arguments.value("query") ?? "saved")
        let page = PageRequest(size: provider.provider.info.terms.greatestPageSize)
        switch name {
        case .search: request = .search(query, page)
        case .browse: request = .browse(query.browse ?? Browse(), page)
        case .details: request = .details(try Self.id(arguments, of: provider))
        case .download:
            request = .download(try Self.item(try Self.id(arguments, of: provider), of: provider))
        }
        response = try Self.response(arguments, file: arguments.words[1])
    }

    private static func id(_ arguments: Arguments, of provider: ProviderConfiguration) throws(CommandError)
        -> ItemID
    {
        guard let text = arguments.value("id") else {
            throw CommandError.usage("Name the requested result: --id ID.")
        }
        let id = ItemID(text) ?? ItemID(provider: provider.id, local: text)
        guard id.provider == provider.id else {
            throw CommandError.usage("\(id) is not an ID of \(provider.id).")
        }
        return id
    }

    /// An item that consists of its ID and the details that the provider requires.
    private static func item(_ id: ItemID, of provider: ProviderConfiguration) throws(CommandError) -> Item {
        let info = provider.provider.info
        let draft = Draft(
            localID: id.local, kind: info.kinds.sorted().first ?? .photo, title: id.local, page: info.site)
        guard let item = Item(draft, credit: provider.provider.attribution(for: draft), from: id.provider)
        else {
            throw CommandError.usage("\"\(id)\" is not an ID.")
        }
        return item
    }

    private static func response(_ arguments: Arguments, file path: String) throws -> Response {
        let file = try LocalFile(path, upTo: Endpoint.usualLimit)
        var headers = Headers()
        for field in try arguments.fields("header", like: "'Name: value'") {
            headers.append(field.name, String(field.value))
        }
        return Response(
            status: try arguments.integer("status", in: 100...599) ?? 200, headers: headers, body: file.bytes,
            completeness: file.isWhole ? .whole : .overLimit)
    }
}
