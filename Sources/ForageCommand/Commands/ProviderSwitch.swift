internal import Forage
internal import ForageCore
internal import Platform

/// Turns providers on and off in the files that say so.
struct ProviderSwitch {
    private let invocation: Invocation
    private let configuration: Configuration

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        configuration = try invocation.configuration()
    }

    /// Turns providers on or off and says in which file; one that already is as it should be is left alone.
    func turn(_ names: some Collection<String>, on isEnabled: Bool) throws -> ExitCode {
        let providers = try chosen(names, for: isEnabled ? "enable" : "disable")
        for provider in providers {
            let state = isEnabled ? "enabled" : "disabled"
            if provider.isEnabled == isEnabled {
                invocation.pipes.write(line: "\(provider.id) is \(state) already.")
            } else {
                let path = try edit(provider.id, isEnabled)
                invocation.pipes.write(line: "\(provider.id) is \(state) now, in \(path.onOneLine).")
            }
        }
        return try check(providers.map(\.id), isEnabled)
    }

    /// The providers of these names, each once.
    private func chosen(
        _ names: some Collection<String>, for action: String
    ) throws(UsageFault) -> [ProviderConfiguration] {
        let ids = try Self.chosen(names, among: configuration.providers.map(\.id), for: action)
        return ids.compactMap { id in configuration.providers.first { $0.id == id } }
    }

    /// What these names stand for, each once.
    static func chosen(
        _ names: some Collection<String>, among known: [ProviderID], for action: String
    ) throws(UsageFault) -> [ProviderID] {
        guard !names.isEmpty else {
            throw UsageFault("Say which: forage providers \(action) NAME…; `forage providers` lists them.")
        }
        return try names.map { name throws(UsageFault) in try ProviderID.typed(name, known: known) }.distinct
    }

    /// Changes the strongest file that says anything of the provider, else the person's own.
    private func edit(_ id: ProviderID, _ isEnabled: Bool) throws -> String {
        guard let file = configuration.file(defining: id) ?? invocation.configurationFiles.own else {
            throw CannotRun("There is no place for it: set HOME or XDG_CONFIG_HOME.")
        }
        let path = file.path ?? ""
        try LocalFile.edit(path, upTo: ConfigurationFiles.greatestByteCount) { bytes in
            try ConfigurationEditor.enabling(id, isEnabled, in: bytes, of: file)
        }
        return path
    }

    /// Reads what holds now: a variable may have the last word, and a key may be missing.
    private func check(_ ids: [ProviderID], _ isEnabled: Bool) throws -> ExitCode {
        let now = try invocation.configuration()
        var code = ExitCode.success
        for provider in now.providers where ids.contains(provider.id) {
            if provider.isEnabled != isEnabled {
                let origin = try now.explanations(of: "providers.\(provider.id).enabled").first?.origin
                let word = origin.map { ": \($0.inWords) has the last word" } ?? ""
                invocation.pipes.say("forage: \(provider.id) stays \(isEnabled ? "off" : "on")\(word).")
                code = .failure
            } else if isEnabled, let obstacle = provider.obstacle {
                invocation.pipes.say("\(provider.id) is not asked yet: \(obstacle)")
            } else if isEnabled, let caution = provider.provider.about.caution {
                invocation.pipes.say("Note: \(caution)")
            }
        }
        return code
    }
}
