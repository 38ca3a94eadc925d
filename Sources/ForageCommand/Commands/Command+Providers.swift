internal import Forage
internal import ForageCore
internal import ForageFormats
internal import JSON

extension Command {
    static let providers = Command(
        "providers", "List the providers: which are asked, and what the others lack",
        options: [Option("format", "f", value: "FORMAT", help: "Write as table or json")],
        examples: ["forage providers", "forage providers --format json"]
    ) { invocation in
        guard invocation.arguments.words.isEmpty || invocation.arguments.words == ["list"] else {
            throw UsageFault.unknown("action of providers", invocation.arguments.words[0], among: ["list"])
        }
        let providers = try invocation.configuration().providers
        let format = try invocation.arguments.choice("format", as: ListFormat.self) ?? .table
        switch format {
        case .table: invocation.pipes.write(table(of: providers, style: invocation.style).utf8)
        case .json: invocation.pipes.write(json(of: providers))
        }
        return .success
    }

    private enum ListFormat: String, CaseIterable {
        case table, json
    }

    private static func table(of providers: [ProviderConfiguration], style: TerminalStyle?) -> String {
        let rows = providers.map { provider in
            let about = provider.provider.about
            let kinds = about.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            return [about.id.name, provider.state, kinds, about.summary]
        }
        guard let style else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        let cells = rows.map { row in row.map { Columns.Cell($0) } }
        return Columns(cells, style: style).lines.map { $0 + "\n" }.joined()
    }

    private static func json(of providers: [ProviderConfiguration]) -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.array { writer in
                for provider in providers { writer.object { provider.write(to: &$0) } }
            }
        } + [UInt8(ascii: "\n")]
    }
}

extension ProviderConfiguration {
    fileprivate var state: String {
        guard isEnabled else { return "off" }
        return obstacle.map { "skipped: \($0)" } ?? "ready"
    }

    fileprivate func write(to writer: inout JSONWriter) {
        let about = provider.about
        let facts: [(String, String?)] = [
            ("id", about.id.name), ("name", about.name), ("summary", about.summary), ("site", about.site.text),
            ("state", isEnabled ? (obstacle == nil ? "ready" : "skipped") : "off"), ("reason", obstacle),
        ]
        for case (let key, let text?) in facts {
            writer.key(key)
            writer.string(text)
        }
        writer.key("kinds")
        writer.array { writer in about.kinds.sorted().forEach { writer.string($0.rawValue) } }
    }
}
