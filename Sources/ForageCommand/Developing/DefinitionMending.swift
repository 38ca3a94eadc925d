internal import Forage
internal import ForageCore
internal import Platform

/// Corrects a definition whose service has changed its answers.
struct DefinitionMending {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: some Collection<String>) async throws -> ExitCode {
        guard words.count == 1, let name = words.first, let path = invocation.arguments.value("answer") else {
            throw CommandError.usage(
                "Name a provider or a definition, and an answer or a recording: forage providers mend NAME --answer FILE."
            )
        }
        let definition = try definition(named: name)
        let (request, response) = try await answer(at: path, of: definition)
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
