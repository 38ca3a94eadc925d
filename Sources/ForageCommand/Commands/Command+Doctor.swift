internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let doctor = Command(
        "doctor", "Check that everything Forage needs is there and works",
        options: [
            Output.formatOption(FindingsView.Form.self),
            Option(
                "live", help: "Ask each service one thing, once a day at most, and see whether it changed"),
        ],
        discussion: """
            Looks at the libraries, the program that works on pictures, the configuration, the keys and the
            cache, and has the sandbox answer a search on this machine. No service is asked.

            With --live only the enabled services are checked: whether they answer as their samples do or,
            without samples, as their providers expect. A service that cannot be reached, or does not answer
            now, counts neither way. None is asked twice in a day: a second run repeats the first result.
            """,
        examples: ["forage doctor", "forage doctor --format json", "forage doctor --live"]
    ) { invocation in
        if let word = invocation.arguments.words.first {
            throw UsageFault.unexpected(word, in: "doctor")
        }
        let form = try invocation.arguments.choice("format", as: FindingsView.Form.self) ?? .table
        let checkup = Checkup(invocation)
        let findings = invocation.arguments.has("live") ? try await checkup.live() : await checkup.findings()
        let view = FindingsView(form, terminal: invocation.terminal.output)
        invocation.pipes.write(view.text(of: findings).utf8)
        return findings.contains { $0.verdict == .ill } ? .partial : .success
    }
}
