internal import Forage
internal import ForageConformance
internal import ForageCore
internal import Platform

/// Makes samples of a provider from the answers in a recorded run.
struct SampleTaking {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: some Collection<String>) async throws -> ExitCode {
        guard words.count == 1, let path = words.first, let folder = invocation.arguments.value("to") else {
            throw CommandError.usage(
                "Name a recording and a folder to write to: forage providers sample FILE --to FOLDER.")
        }
        guard !FileManager.default.fileExists(atPath: "\(folder)/\(SampleFolder.listName)") else {
            throw CommandError.usage(
                "\(folder) already has samples; name another folder, and copy the samples that you want.")
        }
        let bundle = try ReplayBundle(at: path)
        let configuration = try Forage.configuration(of: bundle, at: path)
        let readings = try await readings(of: bundle, configuration, at: path).filter(
            \.answer.outcome.isAnswer)
        let provider = try chosen(among: readings)
        let isSearched = configuration[provider]?.provider.info.capabilities.searches ?? true
        let samples = readings.filter { $0.answer.outcome.provider == provider }.enumerated().map {
            $1.sample(number: $0 + 1, isSearched: isSearched)
        }
        for file in samples.flatMap(\.bodies) {
            try LocalFile.replace("\(folder)/\(file.name)", with: file.bytes)
        }
        try LocalFile.replace("\(folder)/\(SampleFolder.listName)", with: RecordedSample.list(of: samples))
        say(samples, of: provider, in: folder)
        return .success
    }

    /// The answers that providers read from the recorded responses.
    private func readings(
        of bundle: ReplayBundle, _ configuration: Configuration, at path: String
    ) async throws -> [Replay.Reading] {
        let replay = Replay(bundle)
        let forage = Forage(configuration, playing: replay)
        switch bundle.question {
        case .item(let id): _ = await forage.item(id, within: .seconds(60))
        case .list(let query, let place, let extent):
            let search = SearchArguments(query, at: try place.listed(in: query, path), extent)
            for await _ in replay.playing(search.events(of: forage, within: .seconds(60))) {}
        }
        return replay.readings.filter { !$0.exchanges.isEmpty }
    }

    /// The first answer of a provider in a recording, with its request; nil if there is none.
    func answer(
        of provider: ProviderID, in bundle: ReplayBundle, at path: String
    ) async throws -> (request: ProviderRequest, response: Response)? {
        let configuration = try Forage.configuration(of: bundle, at: path)
        return try await readings(of: bundle, configuration, at: path)
            .first { $0.answer.outcome.provider == provider }.map { ($0.request, $0.response) }
    }

    private func chosen(among readings: [Replay.Reading]) throws -> ProviderID {
        let names = Set(readings.map(\.answer.outcome.provider.name)).sorted()
        if let name = invocation.arguments.value("provider") {
            guard let provider = ProviderID(typed: name), names.contains(provider.name) else {
                throw CommandError.unknown("provider that answered in this recording", name, among: names)
            }
            return provider
        }
        guard names.count == 1, let provider = ProviderID(names[0]) else {
            guard !names.isEmpty else { throw CommandError.failure("No service answered in this recording.") }
            throw CommandError.usage(
                "Choose a provider: --provider \(names.joined(separator: " or ")).")
        }
        return provider
    }

    private func say(_ samples: [RecordedSample], of provider: ProviderID, in folder: String) {
        for file in samples.flatMap(\.bodies) {
            invocation.pipes.write(line: "\(folder)/\(file.name)\t\(file.bytes.count.of("byte"))")
        }
        invocation.pipes.write(line: "\(folder)/\(SampleFolder.listName)\t\(samples.count.of("sample"))")
        invocation.pipes.say(
            """
            These are real answers of the service. Before you commit them, replace the names, addresses, places and
            texts of people with invented ones, and keep only a few records. Then state in \(SampleFolder.listName)
            where the records are ("records": "/results") and how many items they give, and check the provider:
            forage providers check \(provider) --samples \(folder)
            """)
    }
}

extension Replay.Reading {
    /// A sample of this answer. If the provider cannot search, the request was a listing whose items were matched
    /// afterwards.
    fileprivate func sample(number: Int, isSearched: Bool) -> RecordedSample {
        guard case .search(_, let page) = request, !isSearched else {
            return RecordedSample(
                request, response: response, itemCount: answer.items.count, number: number)
        }
        return RecordedSample(.browse(Browse(), page), response: response, itemCount: nil, number: number)
    }

    /// The first response, with the additional ones that belong to the answer.
    fileprivate var response: Response {
        var responses = exchanges.compactMap { exchange in
            if case .answer(let response, _) = exchange.ending { response } else { nil }
        }
        var response = responses.isEmpty ? Response(body: []) : responses.removeFirst()
        response.following = responses
        return response
    }
}
