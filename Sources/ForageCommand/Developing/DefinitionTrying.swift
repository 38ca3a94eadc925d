internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

/// Tries out a definition with an answer from a file or from a server on this machine.
struct DefinitionTrying {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: some Collection<String>) async throws -> ExitCode {
        let arguments = invocation.arguments
        guard let path = words.first else {
            throw CommandError.usage(
                "Name a definition: forage providers try FILE 'words' --answer FILE.")
        }
        let trial = try trial(at: path)
        for problem in trial.problems { invocation.pipes.say("forage: \(problem)") }
        let text = words.dropFirst().joined(separator: " ")
        let request = try request(text, of: trial.provider.info)
        let endpoint = try trial.provider.endpoint(for: request)
        if let address = endpoint.openAddress { invocation.pipes.say("request: \(address)") }
        let response = try await response(to: request, trial.provider, definedAt: path)
        for loss in trial.losses(in: response, to: request) { invocation.pipes.say(loss) }
        if arguments.has("items") {
            guard let items = Definitions.sampleItems(in: response, to: request, by: trial.provider) else {
                throw CommandError.failure("No items can be read; leave out --items to see why.")
            }
            invocation.pipes.write(items)
            return .success
        }
        return try await show(response, to: request, by: trial.provider)
    }

    private func trial(at path: String) throws -> DefinitionTrial {
        let file = try LocalFile(path, upTo: Definitions.greatestByteCount)
        guard file.isWhole else { throw CommandError.configuration(["\(path): \(Definitions.excess)"]) }
        do throws(DefinitionTrialError) {
            return try DefinitionTrial(file.bytes, at: path)
        } catch {
            throw CommandError.configuration(error.problems)
        }
    }

    private func request(_ text: String, of info: ProviderInfo) throws -> ProviderRequest {
        if let id = invocation.arguments.value("id") {
            return .details(ItemID(provider: info.id, local: id))
        }
        let page = PageRequest(size: info.terms.greatestPageSize)
        return text.isEmpty ? .browse(Browse(), page) : .search(try Query(parsing: text), page)
    }

    private func response(
        to request: ProviderRequest, _ provider: any Provider, definedAt definition: String
    ) async throws -> Response {
        switch (invocation.arguments.value("answer"), invocation.arguments.value("server")) {
        case (let path?, nil):
            let file = try LocalFile(path, upTo: Endpoint.usualLimit)
            return Response(body: file.bytes, completeness: file.isWhole ? .whole : .overLimit)
        case (nil, let text?):
            guard let server = WebURL(text), server.origin.isLoopback else {
                throw CommandError.usage(
                    "--server takes the address of a server on this machine, such as http://127.0.0.1:8080/, not \"\(text)\"."
                )
            }
            let flag = ConfigurationLayer.Flag("--definition", sets: "definitions.files", to: definition)
            let definitions = Definitions(
                invocation.configurationFiles, flags: [flag], environment: invocation.environment)
            let configuration = try invocation.configuration(measuring: false, with: definitions)
            let forage = Forage(configuration, sendingEverythingTo: server)
            return try await forage.answer(to: request, of: provider)
        default:
            throw CommandError.usage(
                "Name an answer or a server on this machine: --answer FILE or --server http://127.0.0.1:8080/."
            )
        }
    }

    private func show(
        _ response: Response, to request: ProviderRequest, by provider: any Provider
    ) async throws -> ExitCode {
        let output = try Output(invocation, try invocation.configuration())
        let answer = await Forage.decode(response, to: request, by: provider)
        let query: Query
        switch request {
        case .search(let asked, _): query = asked
        default: query = try Query(browsing: Browse())
        }
        let report = Report(
            query: query, items: answer.items, outcomes: [answer.outcome], next: nil,
            duration: answer.outcome.duration)
        invocation.pipes.write(output.writer.text(of: report).utf8)
        invocation.pipes.murmur(output.status.text(of: report))
        return ExitCode(report.outcomes)
    }
}
