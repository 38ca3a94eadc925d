internal import ForageCore
internal import ForageFormats

extension Command {
    static let providers = Command(
        "providers", "List the providers, and turn them on and off",
        operands: "[list | enable NAME… | disable NAME…]",
        takes: .action([
            .init("list"), .init("enable", takes: .provider), .init("disable", takes: .provider),
        ]),
        options: [Output.formatOption(ProvidersView.Form.self)],
        discussion: """
            list     every provider: whether it is asked, what it lacks, what it can do
            enable   turn providers on, in the file that says anything of them, else in your own
            disable  turn them off; every other byte of the file stays as it is
            """,
        examples: [
            "forage providers", "forage providers --format json", "forage providers disable duckduckgo",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        switch words.first ?? "list" {
        case "list": return try list(invocation, words.dropFirst())
        case "enable": return try ProviderSwitch(invocation).turn(words.dropFirst(), on: true)
        case "disable": return try ProviderSwitch(invocation).turn(words.dropFirst(), on: false)
        case let action:
            throw UsageFault.unknown("action of providers", action, among: ["list", "enable", "disable"])
        }
    }

    private static func list(_ invocation: Invocation, _ rest: ArraySlice<String>) throws -> ExitCode {
        if let word = rest.first {
            throw UsageFault("\"\(word)\" is too much: see forage providers --help.")
        }
        let form = try invocation.arguments.choice("format", as: ProvidersView.Form.self) ?? .table
        let view = ProvidersView(form, terminal: invocation.terminal.output)
        invocation.pipes.write(view.text(of: try invocation.configuration().providers).utf8)
        return .success
    }
}
