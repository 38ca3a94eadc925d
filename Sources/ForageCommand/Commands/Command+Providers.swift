internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

extension Command {
    static let providers = Command(
        "providers", "List, enable, disable, check and create providers",
        operands: "[ACTION] [NAME|GROUP…]",
        takes: .action([
            .init("list"), .init("show", takes: .providerOrGroup), .init("enable", takes: .providerOrGroup),
            .init("disable", takes: .providerOrGroup), .init("reset", takes: .provider),
            .init("check", takes: .provider), .init("new"), .init("sample", takes: .file),
            .init("try", takes: .file), .init("draft", takes: .file), .init("update"), .init("search"),
            .init("install"), .init("rollback", takes: .provider), .init("mend", takes: .provider),
            .init("import", takes: .file), .init("export"),
        ]),
        options: [
            Output.formatOption(ProvidersView.Form.self), SearchArguments.definitionOption,
            Option(
                "samples", value: "FOLDER", takes: .file,
                help: "Check with the samples in FOLDER, not those in a checkout of Forage"),
            Option("provider", "p", value: "NAME", takes: .provider, help: "Create samples of this provider"),
            Option(
                "to", value: "FOLDER", takes: .file,
                help: "Write samples to this folder, which is created if needed"),
            Option(
                "answer", value: "FILE", takes: .file, help: "Try or mend a definition with this saved answer"
            ),
            Option(
                "server", value: "URL", help: "Try a definition with this server, which runs on this machine"),
            Option("id", value: "ID", help: "Try how a definition looks up this item"),
            Option("items", help: "Print the items as a sample of a definition lists them"),
            Option("pin", help: "Install a definition in its present version, and do not update it"),
        ],
        discussion: """
            The actions are:

            list     list every provider with its state, its kinds of results and, if it is not asked, the
                     reason
            show     show everything about providers: also their keys, what they can do, their remaining
                     quota and the result of their last request
            enable   enable providers, or all of a group such as museums, in the configuration file that
                     mentions them, or else in your own
            disable  disable providers or groups; the rest of the file is not changed
            reset    forget the requests and failures of providers, so that they are searched again at once
            check    test all or some providers against the rules for providers, with the samples next to
                     their sources or in their definitions, and show how many changes to an answer they
                     notice; sends no request
            new      create a provider in a checkout of Forage: sources, tests, a sample, and the lines that
                     register it; no file is overwritten
            sample   create samples of a provider from its service's answers in a recorded search (--record)
            try      read an answer with a definition that you are writing: try FILE 'words' prints the items,
                     and each value that gives nothing, with its place; nothing leaves this machine
            draft    propose a definition from the answer at an address or in a file, for you to correct
            mend     propose a correction of a definition that no longer reads its service's answers: mend
                     NAME asks the service again, --answer FILE takes a saved answer or a recording
            import   add a provider for each feed in a list of subscriptions (OPML)
            export   print the list of all feeds as OPML
            update   replace definitions by newer versions from your channel (definitions.channel)
            search   list the definitions of your channel that contain all words
            install  install definitions from your channel
            rollback put the previous version of a definition back, and do not update it again
            """,
        examples: [
            "forage providers", "forage providers show flickr", "forage providers --format json",
            "forage providers disable duckduckgo", "forage providers enable museums",
            "forage providers reset unsplash", "forage providers check duckduckgo --format markdown",
            "forage providers new Gutenberg", "forage providers sample owl.json -p flickr --to samples",
            "forage providers try museum.json 'barn owl' --answer answer.json",
            "forage providers draft 'https://api.example.com/search?q=owl' > museum.json",
            "forage providers mend museum > museum.new.json",
            "forage providers update", "forage providers install museum --pin",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        switch words.first ?? "list" {
        case "list":
            if let word = words.dropFirst().first { throw CommandError.unexpected(word, in: "providers") }
            return try await list(nil, invocation)
        case "show": return try await list(words.dropFirst(), invocation)
        case "enable": return try ProviderSwitch(invocation).turn(words.dropFirst(), on: true)
        case "disable": return try ProviderSwitch(invocation).turn(words.dropFirst(), on: false)
        case "reset": return try await reset(invocation, words.dropFirst())
        case "check": return try await ProviderCheckup(invocation).run(words.dropFirst())
        case "new": return try ProviderScaffold(invocation).run(words.dropFirst())
        case "sample": return try await SampleTaking(invocation).run(words.dropFirst())
        case "try": return try await DefinitionTrying(invocation).run(words.dropFirst())
        case "draft": return try await DefinitionDrafting(invocation).run(words.dropFirst())
        case "import": return try Subscriptions(invocation).importing(words.dropFirst())
        case "export": return try Subscriptions(invocation).exporting(words.dropFirst())
        case "mend": return try await DefinitionMending(invocation).run(words.dropFirst())
        case "update": return try await DefinitionRenewal(invocation).update(words.dropFirst())
        case "search": return try await DefinitionRenewal(invocation).search(words.dropFirst())
        case "install": return try await DefinitionRenewal(invocation).install(words.dropFirst())
        case "rollback": return try DefinitionRenewal.rollBack(words.dropFirst(), invocation)
        case let action:
            throw CommandError.unknown(
                "action of providers", action,
                among: [
                    "list", "show", "enable", "disable", "reset", "check", "new", "sample", "try", "draft",
                    "mend", "import", "export", "update", "search", "install", "rollback",
                ])
        }
    }

    /// Lists all providers, or shows everything about some.
    private static func list(_ names: ArraySlice<String>?, _ invocation: Invocation) async throws -> ExitCode
    {
        let form = try invocation.arguments.choice("format", as: ProvidersView.Form.self) ?? .table
        let configuration = try invocation.configuration()
        let known = configuration.providers.map(\.id)
        let groups = ProviderGroups(configuration.providers.map(\.provider.info))
        let shown =
            try names.map { try ProviderSwitch.chosen($0, among: known, groups, for: "show") } ?? known
        let view = ProvidersView(
            form, isDetailed: names != nil, terminal: invocation.terminal.output,
            states: try await invocation.ledger(configuration).states(),
            faults: configuration.refusedDefinitions,
            needsKeys: !invocation.arguments.has("sandbox"), steps: .command)
        invocation.pipes.write(view.text(of: shown.compactMap { configuration[$0] }).utf8)
        if names == nil, form == .table, invocation.terminal.output != nil {
            invocation.pipes.say("`forage providers show NAME` shows more; `enable NAME` enables one.")
            if !groups.names.isEmpty {
                invocation.pipes.say(
                    "`enable GROUP` enables a group: \(groups.names.joined(separator: ", ")).")
            }
        }
        return .success
    }

    /// Forgets the recorded states of providers, so that they are asked again regardless of earlier failures.
    private static func reset(
        _ invocation: Invocation, _ names: ArraySlice<String>
    ) async throws -> ExitCode {
        let configuration = try invocation.configuration()
        let ledger = try invocation.ledger(configuration)
        // Servers without a provider are included, because `forage fetch` asks those, too.
        let asked = await ledger.states().keys.sorted()
        let providers = configuration.providers.map(\.id)
        let known = providers + asked.filter { !providers.contains($0) }
        var code = ExitCode.success
        for id in try ProviderSwitch.chosen(names, among: known, for: "reset") {
            if await ledger.reset(id) {
                invocation.pipes.write(line: "\(id) is reset.")
            } else {
                invocation.pipes.say("forage: The requests of \(id) could not be forgotten.")
                code = .failure
            }
        }
        return code
    }
}

/// Turns providers on and off in the configuration files.
struct ProviderSwitch {
    private let invocation: Invocation
    private let configuration: Configuration

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        configuration = try invocation.configuration()
    }

    /// Turns providers on or off and reports the file. A provider that already has that state is not changed.
    func turn(_ names: some Collection<String>, on isEnabled: Bool) throws -> ExitCode {
        let known = configuration.providers.map(\.id)
        let groups = ProviderGroups(configuration.providers.map(\.provider.info))
        let ids = try Self.chosen(names, among: known, groups, for: isEnabled ? "enable" : "disable")
        for provider in ids.compactMap({ configuration[$0] }) {
            let state = isEnabled ? "enabled" : "disabled"
            if provider.isEnabled == isEnabled {
                invocation.pipes.write(line: "\(provider.id) is already \(state).")
            } else {
                let path = try edit(provider.id, isEnabled)
                invocation.pipes.write(line: "\(provider.id) is now \(state) in \(path.onOneLine).")
            }
        }
        return try check(ids, isEnabled)
    }

    /// The providers with these names and in the groups with these names, each once.
    static func chosen(
        _ names: some Collection<String>, among known: [ProviderID],
        _ groups: ProviderGroups = ProviderGroups([]), for action: String
    ) throws(CommandError) -> [ProviderID] {
        guard !names.isEmpty else {
            throw CommandError.usage(
                "Name a provider: forage providers \(action) NAME…; `forage providers` lists them.")
        }
        return try names.map { name throws(CommandError) -> [ProviderID] in
            if let id = ProviderID(typed: name), known.contains(id) { return [id] }
            let members = groups[name.lowercased()]
            guard members.isEmpty else { return members }
            throw CommandError.unknown("provider", name, among: known.map(\.name) + groups.names)
        }.flatMap(\.self).distinct
    }

    /// Changes the strongest file that mentions the provider, or else the person's own.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    func edit(_ id: ProviderID, _ isEnabled: Bool) throws -> String {
        guard let file = configuration.file(defining: id) ?? invocation.configurationFiles.own else {
            throw CommandError.noConfigurationFolder
        }
        let path = file.path ?? ""
        let editor = ConfigurationEditor(invocation.registrations)
        try LocalFile.edit(path, upTo: ConfigurationFiles.greatestByteCount) { bytes in
            try editor.setting("providers.\(id).enabled", to: "\(isEnabled)", in: bytes, of: file)
        }
        return path
    }

    /// The sentence on a stronger layer because of which an edit has no effect; nil if it has one.
    static func objection(
        to isEnabled: Bool, of provider: ProviderConfiguration, in now: Configuration
    ) throws -> String? {
        guard provider.isEnabled != isEnabled else { return nil }
        let origin = try now.explanations(of: "providers.\(provider.id).enabled").first?.origin
        let word = origin.map { ": \($0.inWords) takes precedence" } ?? ""
        return "\(provider.id) is still \(isEnabled ? "disabled" : "enabled")\(word)."
    }

    /// Reads the resulting state: a variable may take precedence, and a key may be missing.
    private func check(_ ids: [ProviderID], _ isEnabled: Bool) throws -> ExitCode {
        let now = try invocation.configuration()
        var code = ExitCode.success
        for provider in now.providers where ids.contains(provider.id) {
            if let objection = try Self.objection(to: isEnabled, of: provider, in: now) {
                invocation.pipes.say("forage: \(objection)")
                code = .failure
            } else if isEnabled, let obstacle = provider.obstacle {
                invocation.pipes.say("\(provider.id) is not searched yet: \(obstacle)")
            } else if isEnabled, let caution = provider.provider.info.caution {
                invocation.pipes.say("Note: \(caution)")
            }
        }
        return code
    }
}
