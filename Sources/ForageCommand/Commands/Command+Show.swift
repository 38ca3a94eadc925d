internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let show = Command(
        "show", "Show everything known about one result",
        operands: "ID", takes: .result,
        options: Output.options
            + [
                SearchArguments.definitionOption, SearchArguments.timeoutOption,
                SearchArguments.noMeasureOption,
                Preview.ofOne,
            ]
            + CacheArguments.options + [RunRecording.option],
        discussion: """
            On a terminal, draws the picture below the text in the best way that the terminal supports: with
            the protocol of kitty or iTerm2, as sixels, or in coloured half blocks. --preview=off omits it.
            """,
        examples: [
            "forage show 'duckduckgo:…'", "forage show ID --format json", "forage show ID --preview=blocks",
        ]
    ) { invocation in
        let configuration = try invocation.configuration()
        let output = try Output(invocation, configuration)
        let preview = try invocation.arguments.choice("preview", as: Preview.self) ?? .auto
        let recording = try RunRecording(invocation, configuration)
        return try await withItem(invocation, configuration, recording, output.form) { item, forage in
            let unread = invocation.pipes.offer(output.writer.text(of: item).utf8)
            if unread == nil, output.isTable { await invocation.drawPreview(preview, of: item, forage) }
            return unread
        }
    }

    static let credit = Command(
        "credit", "Print the credit to show with a result",
        operands: "ID", takes: .result,
        options: [
            Output.formatOption(CreditView.Form.self), SearchArguments.definitionOption,
            SearchArguments.timeoutOption,
        ] + CacheArguments.options,
        examples: ["forage credit ID", "forage credit ID --format html"]
    ) { invocation in
        let form = try invocation.arguments.choice("format", as: CreditView.Form.self)
        let view = CreditView(terminal: invocation.terminal.output)
        return try await withItem(invocation, invocation.configuration(measuring: false)) { item, _ in
            let text = form.map { view.text(of: item, as: $0) } ?? view.text(of: item)
            return invocation.pipes.offer(text.utf8)
        }
    }

    /// Finds the one item that the command line names, or reports why it cannot.
    private static func withItem(
        _ invocation: Invocation, _ configuration: Configuration, _ recording: RunRecording? = nil,
        _ form: ReplayBundle.Form = ReplayBundle.Form(.table, fields: nil),
        _ write: (Item, Forage) async -> Pipes.Unread?
    ) async throws -> ExitCode {
        let word = try invocation.arguments.onlyWord(
            "ID", orElse: "Name a result by its ID, as a search prints it.")
        let id = try ItemID.typed(word, known: configuration.providers.map(\.id))
        let timeout = try invocation.arguments.duration("timeout")
        return try await invocation.withForage(configuration, recorder: recording?.recorder) { forage in
            let interruption = invocation.interruption
            let (item, outcome, recorded) = await interruption.cancelling {
                let (item, outcome) = await forage.item(id, within: timeout)
                interruption.settle()
                recording?.recorder.note(outcome)
                let recorded = recording?.keep(
                    .item(id), form, took: outcome.duration, interruption: interruption.author)
                return (item, outcome, recorded)
            }
            murmur(outcome, invocation)
            guard let item else {
                let code = explain(outcome, missing: id, invocation)
                return recorded?.code(invocation.pipes) ?? code
            }
            let unread = await write(item, forage)
            return recorded?.code(invocation.pipes) ?? unread.map(invocation.pipes.code) ?? .success
        }
    }

    /// Reports an outcome: why there is no answer, or how old it is if the service could not be asked.
    static func murmur(_ outcome: Outcome, _ invocation: Invocation) {
        invocation.pipes.murmur(invocation.status().text(of: outcome))
    }

    /// Reports that there is no such item.
    static func explain(_ outcome: Outcome, missing id: ItemID, _ invocation: Invocation) -> ExitCode {
        if outcome.result == .empty {
            invocation.pipes.say("forage: \(id.absence)")
        }
        return outcome.result == .cancelled ? .interrupted : .failure
    }

}
