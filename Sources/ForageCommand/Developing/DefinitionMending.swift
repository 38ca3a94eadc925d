internal import Forage
internal import ForageCore
internal import Platform

/// Corrects a definition whose service has changed its answers.
struct DefinitionMending {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: some Collection<String>) async throws -> ExitCode {
        guard let name = words.first else {
            throw CommandError.usage(
                "Name a provider or a definition: forage providers mend NAME, or mend NAME 'words', or mend NAME --answer FILE."
            )
        }
        let definition = try definition(named: name)
        let text = words.dropFirst().joined(separator: " ")
        let (request, response) =
            if let path = invocation.arguments.value("answer") {
                try await answer(at: path, of: definition)
            } else {
                try await answer(to: text, of: definition)
            }
        do throws(DefinitionTrialError) {
            let correction = try DefinitionTrial.correction(
                of: Array(definition.text.utf8), at: definition.path, reading: response, to: request)
            invocation.pipes.write(correction.definition)
            for change in correction.changes { invocation.pipes.say(change) }
            invocation.pipes.say(
                "Save it to a file, shorten the new sample, and replace personal data in it.")
            return .success
        } catch {
            throw CommandError.failure(
                "No correction of \(name.onOneLine): \(error.problems.joined(separator: "; ")).")
        }
    }

    private func definition(named name: String) throws -> DefinitionFile {
        if name.contains("/") || name.hasSuffix(".json") {
            let file = try LocalFile(name, upTo: Definitions.greatestByteCount)
            return DefinitionFile(path: name, text: String(decoding: file.bytes, as: UTF8.self))
        }
        let definitions = invocation.definitions(invocation.configurationFiles)
        let id = try ProviderID.typed(name, known: Array(definitions.files.keys).sorted())
        guard let file = definitions.files[id] else {
            throw CommandError.failure("No definition describes \(id).")
        }
        return file
    }

    /// The service's present answer to a search, or to the request of the definition's first sample.
    private func answer(
        to text: String, of definition: DefinitionFile
    ) async throws -> (ProviderRequest?, Response) {
        let trial: DefinitionTrial
        do throws(DefinitionTrialError) {
            trial = try DefinitionTrial(Array(definition.text.utf8), at: definition.path)
        } catch {
            throw CommandError.configuration(error.problems)
        }
        let info = trial.provider.info
        let size = info.terms.greatestPageSize
        let request =
            if let id = invocation.arguments.value("id") {
                ProviderRequest.details(ItemID(provider: info.id, local: id))
            } else if text.isEmpty {
                trial.sampleRequest ?? .browse(Browse(), PageRequest(size: size))
            } else {
                ProviderRequest.search(try Query(parsing: text), PageRequest(size: size))
            }
        let configuration = try invocation.configuration(measuring: false)
        // Only an installed definition is trusted with the person's keys.
        guard let provider = configuration[info.id]?.provider else {
            throw CommandError.usage(
                "\(info.id) is not installed, so its service is not asked; name an answer: --answer FILE.")
        }
        let response = try await invocation.withForage(configuration) { forage in
            try await forage.answer(to: request, of: provider)
        }
        guard (200..<300).contains(response.status) else {
            throw CommandError.failure("\(info.name) answered \(response.statusLine).")
        }
        return (request, response)
    }

    /// An answer from a recording, or a saved body.
    private func answer(
        at path: String, of definition: DefinitionFile
    ) async throws -> (ProviderRequest?, Response) {
        if let bundle = try? ReplayBundle(at: path) {
            let id = Definitions([definition]).registrations.first?.info.id
            guard let id, let answer = try await SampleTaking(invocation).answer(of: id, in: bundle, at: path)
            else { throw CommandError.failure("The recording has no answer of this provider.") }
            return (answer.request, answer.response)
        }
        let file = try LocalFile(path, upTo: Endpoint.usualLimit)
        let response = Response(body: file.bytes, completeness: file.isWhole ? .whole : .overLimit)
        let id = invocation.arguments.value("id").flatMap { ItemID("mended:\($0)") }
        return (id.map { .details($0) }, response)
    }
}
