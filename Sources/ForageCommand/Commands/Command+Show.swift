internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageFormats

extension Command {
    static let show = Command(
        "show", "Show everything known about one result",
        operands: "NUMBER|ID", takes: .result,
        options: Output.options
            + [
                NamedResults.fileOption, SearchArguments.definitionOption, SearchArguments.timeoutOption,
                SearchArguments.noMeasureOption,
                Preview.ofOne,
            ]
            + CacheArguments.options + [RunRecording.option],
        discussion: """
            A number is that of a result of the last search in this terminal.
            On a terminal, draws the picture below the text in the best way that the terminal supports: with
            the protocol of kitty or iTerm2, as sixels, or in coloured half blocks. --preview=off omits it.
            """,
        examples: [
            "forage show 3", "forage show unsplash:eOLpJytrbsQ --format json",
            "forage show 3 --preview=blocks",
        ]
    ) { invocation in
        let configuration = try invocation.configuration()
        let output = try Output(invocation, configuration)
        let preview = try invocation.arguments.choice("preview", as: Preview.self) ?? .auto
        let recording = try RunRecording(invocation, configuration)
        let id = try NamedResults(invocation, configuration).only(invocation.arguments)
        return try await withItem(id, invocation, configuration, recording, output.form) { item, forage in
            if let unread = invocation.pipes.offer(output.writer.text(of: item).utf8) {
                return invocation.pipes.code(for: unread)
            }
            if output.isTable { await invocation.drawPreview(preview, of: item, forage) }
            if await hasManifest(id, forage, invocation) {
                invocation.pipes.say("Its file has Content Credentials (C2PA).")
            }
            return .success
        }
    }

    /// Indicates whether a downloaded file of an item has Content Credentials, as far as the cache and the nearest lock
    /// know.
    private static func hasManifest(_ id: ItemID, _ forage: Forage, _ invocation: Invocation) async -> Bool {
        if await forage.hasManifest(id) { return true }
        let lock = try? invocation.lockFile().read()
        return lock?.entries.contains { $0.id == id && $0.file.hasManifest } ?? false
    }

    static let credit = Command(
        "credit", "Print the credit to show with a result",
        operands: "NUMBER|ID", takes: .result,
        options: [
            Output.formatOption(CreditView.Form.self),
            Option("copy", help: "Also copy the credit to the clipboard, as text unless you give --format"),
            NamedResults.fileOption,
            SearchArguments.definitionOption,
            SearchArguments.timeoutOption,
        ] + CacheArguments.options,
        examples: [
            "forage credit 3", "forage credit 3 --copy --format markdown",
            "forage credit 3 --from owls.forage.json",
        ]
    ) { invocation in
        let form = try invocation.arguments.choice("format", as: CreditView.Form.self)
        let view = CreditView(terminal: invocation.terminal.output)
        let configuration = try invocation.configuration(measuring: false)
        let id = try NamedResults(invocation, configuration).only(invocation.arguments)
        return try await withItem(id, invocation, configuration) { item, _ in
            let isCopied = invocation.arguments.has("copy")
            let form = form ?? (isCopied ? .text : nil)
            let text = form.map { view.text(of: item, as: $0) } ?? view.text(of: item)
            if let unread = invocation.pipes.offer(text.utf8) { return invocation.pipes.code(for: unread) }
            guard isCopied, let form else { return .success }
            let credit = CreditView().text(of: item, as: form).dropLast()
            let way = try Clipboard(invocation).fill(with: String(credit))
            invocation.pipes.say("Copied with \(way).")
            return .success
        }
    }

    /// Finds an item and works with it, or reports why it cannot.
    static func withItem(
        _ id: ItemID, _ invocation: Invocation, _ configuration: Configuration,
        _ recording: RunRecording? = nil,
        _ form: ReplayBundle.Form = ReplayBundle.Form(.table, fields: nil),
        _ work: (Item, Forage) async throws -> ExitCode
    ) async throws -> ExitCode {
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
            let code = try await work(item, forage)
            return recorded?.code(invocation.pipes) ?? code
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

extension Command {
    static let open = Command(
        "open", "Open the page of a result in the browser",
        operands: "NUMBER|ID", takes: .result,
        options: [
            NamedResults.fileOption, SearchArguments.definitionOption, SearchArguments.timeoutOption,
        ] + CacheArguments.options,
        examples: ["forage open 3", "forage open unsplash:eOLpJytrbsQ"]
    ) { invocation in
        let configuration = try invocation.configuration(measuring: false)
        let id = try NamedResults(invocation, configuration).only(invocation.arguments)
        // The page of a listed result is known, so no request is needed.
        if let result = LastSearches(invocation.environment)?.last?.results.first(where: { $0.id == id }) {
            return open(result.page, invocation)
        }
        return try await withItem(id, invocation, configuration) { item, _ in open(item.pageURL, invocation) }
    }

    static func open(_ page: WebURL, _ invocation: Invocation) -> ExitCode {
        guard Browser.open(page.text, invocation.environment) else {
            invocation.pipes.say("forage: Could not open a browser; the page is \(page.text).")
            return .failure
        }
        invocation.pipes.say("Opened \(page.text).")
        return .success
    }
}
