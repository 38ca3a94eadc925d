internal import Forage
internal import ForageCore
internal import Platform

/// Proposes a definition from an answer of a service.
struct DefinitionDrafting {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: some Collection<String>) async throws -> ExitCode {
        guard words.count == 1, let source = words.first else {
            throw CommandError.usage("Name an address or a saved answer: forage providers draft URL-OR-FILE.")
        }
        let url = source.contains("://") ? WebURL(source) : nil
        guard url != nil || !source.contains("://") else {
            throw CommandError.usage("\"\(source)\" is not a web address.")
        }
        let body = try await body(at: url, or: source)
        guard
            let definition = DefinitionTrial.draft(of: body, from: url, name: Self.name(of: url, or: source))
        else {
            throw CommandError.failure("There is no list of items in this answer.")
        }
        invocation.pipes.write(definition)
        invocation.pipes.say(
            "Save it to a file, correct what is wrong, and see what it reads: forage providers try FILE 'words' --answer ANSWER."
        )
        return .success
    }

    private func body(at url: WebURL?, or path: String) async throws -> [UInt8] {
        guard let url else { return try LocalFile(path, upTo: Endpoint.usualLimit).bytes }
        let configuration = try invocation.configuration(measuring: false)
        return try await invocation.withForage(configuration) { forage in
            try await forage.fetch(.get(url)).response.body
        }
    }

    /// A name of letters, from the host of the address or the name of the file.
    private static func name(of url: WebURL?, or path: String) -> String {
        let parts = url?.host.split(separator: ".").map(String.init) ?? []
        let file = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
        let name = parts.count >= 2 ? parts[parts.count - 2] : file
        let letters = name.lowercased().filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        return letters.first.map { ("a"..."z").contains($0) } == true ? String(letters.prefix(32)) : "service"
    }
}
