internal import Forage
internal import ForageCore
internal import ForageDoctor
internal import ForageFormats

extension Command {
    static let doctor = Command(
        "doctor", "Check that everything Forage needs is there and works",
        options: [Output.formatOption(FindingsView.Form.self)],
        discussion: """
            Looks at the libraries, the configuration, the keys and the cache, and has the sandbox answer a
            search on this machine. No service is asked.
            """,
        examples: ["forage doctor", "forage doctor --format json"]
    ) { invocation in
        if let word = invocation.arguments.words.first {
            throw UsageFault("\"\(word)\" is too much: see forage doctor --help.")
        }
        let form = try invocation.arguments.choice("format", as: FindingsView.Form.self) ?? .table
        let findings = await Checkup(invocation).findings()
        let view = FindingsView(form, terminal: invocation.terminal.output)
        invocation.pipes.write(view.text(of: findings).utf8)
        return findings.contains { $0.verdict == .ill } ? .partial : .success
    }
}

/// Looks at one thing after the other; what is wrong with one keeps none of the others from being seen.
private struct Checkup {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func findings() async -> [Finding] {
        Finding.libraries() + (await everythingConfigured())
    }

    private func everythingConfigured() async -> [Finding] {
        let configuration: Configuration
        do {
            configuration = try invocation.configuration()
        } catch {
            return [Finding("configuration", .ill, "\(error)")]
        }
        let files = configuration.files.map { Finding("configuration", .well, "\($0.path): \($0.finding)") }
        return files + Finding.providers(of: configuration)
            + [await cache(configuration), ledger, await sandbox(configuration)]
    }

    private func cache(_ configuration: Configuration) async -> Finding {
        guard let folder = invocation.cacheFolder else {
            return Finding("cache", .advice, "There is no place for it: set HOME or XDG_CACHE_HOME.")
        }
        return await .store(in: folder, configuration)
    }

    private var ledger: Finding {
        guard let folder = PersonalFolder.state.path(invocation.environment) else {
            return Finding("ledger", .advice, "There is no place for it: set HOME or XDG_STATE_HOME.")
        }
        return .ledger(in: folder)
    }

    /// A whole search, from the query to the items, through real requests on this machine.
    private func sandbox(_ configuration: Configuration) async -> Finding {
        do {
            let process = try SandboxProcess()
            let forage = Forage(configuration, playedBy: process.address)
            let report = try await report(of: forage.search(Query("owl")))
            withExtendedLifetime(process) {}
            let failures = report.outcomes.filter(\.isFailure).map(\.provider.name)
            guard failures.isEmpty else {
                return Finding("sandbox", .ill, "\(failures.joined(separator: ", ")) did not answer.")
            }
            return Finding("sandbox", .well, "answered a search with \(report.items.count) items")
        } catch {
            return Finding("sandbox", .ill, "\(error)")
        }
    }

    private func report(
        of events: any AsyncSequence<SearchEvent, Never> & Sendable
    ) async throws -> Report {
        for await event in events {
            if case .finished(let report) = event { return report }
        }
        throw CannotRun("The search did not end.")
    }
}
