internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let doctor = Command(
        "doctor", "Check that everything Forage needs is installed and works",
        options: [
            Output.formatOption(FindingsView.Form.self),
            Option(
                "live",
                help: "Send each service one request, once a day at most, to see whether it changed"),
        ],
        discussion: """
            Checks the installed versions, the libraries, the program that processes pictures, the
            configuration, the keys and the cache, and runs a search in the sandbox. No request leaves this
            machine.

            With --live, checks only the enabled services: whether their answers look like the samples or,
            without samples, like what their providers expect. A service that cannot be reached, or does not
            answer now, is reported as unknown. Each service gets at most one request a day: a second run
            repeats the first result.
            """,
        examples: ["forage doctor", "forage doctor --format json", "forage doctor --live"]
    ) { invocation in
        try invocation.arguments.refuseWords("see forage doctor --help.")
        let form = try invocation.arguments.choice("format", as: FindingsView.Form.self) ?? .table
        let checkup = Checkup(invocation)
        let findings = invocation.arguments.has("live") ? try await checkup.live() : await checkup.findings()
        let view = FindingsView(form, terminal: invocation.terminal.output)
        invocation.pipes.write(view.text(of: findings).utf8)
        return findings.contains { $0.verdict == .failed } ? .partial : .success
    }
}

/// Checks one thing after the other; a fault in one does not prevent the other checks.
struct Checkup {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Checks the services one after the other, because there is no hurry.
    func live() async throws -> [Finding] {
        guard let folder = invocation.stateFolder else {
            throw CommandError.failure(
                "There is no folder to record the checks in: set HOME or XDG_STATE_HOME.")
        }
        let configuration = try invocation.configuration()
        let registrations = invocation.registrations
        var checks = LiveChecks(in: folder)
        return try await invocation.withForage(configuration) { forage in
            var findings: [Finding] = []
            for configured in configuration.providers where configured.isEnabled {
                let registration = registrations.first { $0.info.id == configured.id }
                findings.append(try await live(configured, registration, &checks, forage))
            }
            return findings
        }
    }

    private func live(
        _ configured: ProviderConfiguration, _ registration: Registration?, _ checks: inout LiveChecks,
        _ forage: Forage
    ) async throws -> Finding {
        let id = configured.id
        if let obstacle = configured.obstacle, !invocation.arguments.has("sandbox") {
            return Finding(id.name, .advice, obstacle)
        }
        if let earlier = checks.earlierFinding(of: id) { return earlier }
        let samples: [SampleAnswer]
        do {
            samples = try registration.map(ProviderCheckup.samplesAtHand) ?? []
        } catch {
            return Finding(id.name, .failed, "Its samples cannot be used: \(error)")
        }
        try checks.note(nil, of: id)
        let check = LiveCheck(configured.provider, samples: samples) { (endpoint) throws(FetchError) in
            try await forage.fetchOnce(endpoint, for: configured.provider)
        }
        let (finding, wasReached) = await check.finding()
        if wasReached { try checks.note(finding, of: id) } else { try checks.forget(id) }
        return finding
    }

    func findings() async -> [Finding] {
        let searchPath = invocation.environment["PATH"] ?? ""
        return [.versions(of: ProgramFolder.program, searchPath: searchPath)] + Finding.libraries()
            + [await pictures] + (await everythingConfigured())
    }

    private var pictures: Finding {
        get async {
            do throws(CommandError) {
                return await .pictures(try invocation.imagePool())
            } catch {
                return .noPictures(because: error.description)
            }
        }
    }

    private func everythingConfigured() async -> [Finding] {
        let configuration: Configuration
        do {
            configuration = try invocation.configuration()
        } catch {
            return [Finding("configuration", .failed, "\(error)")]
        }
        let files = configuration.files.map { Finding("configuration", .ok, "\($0.path): \($0.finding)") }
        let definitions = invocation.definitions(invocation.configurationFiles)
        return files + shipped(of: definitions)
            + definitions.check().map { Finding("definitions", .failed, $0) }
            + [.contact(of: configuration)] + Finding.providers(of: configuration)
            + sharedStore(configuration)
            + [await cache(configuration), ledger, await sandbox(configuration)]
    }

    /// The finding on the definitions that come with Forage; their faults are reported together with all others.
    private func shipped(of definitions: Definitions) -> [Finding] {
        guard let (folder, fileCount) = definitions.shippedFolder, fileCount > 0 else { return [] }
        return [
            Finding(
                "definitions", .ok, "\(folder), with \(fileCount.of("definition")) that ship with Forage")
        ]
    }

    private func cache(_ configuration: Configuration) async -> Finding {
        guard let folder = invocation.cacheFolder else {
            return Finding("cache", .advice, "There is no folder for it: set HOME or XDG_CACHE_HOME.")
        }
        return await .store(in: folder, configuration)
    }

    /// The finding on the store that several machines share; empty if none is set.
    private func sharedStore(_ configuration: Configuration) -> [Finding] {
        do {
            guard let team = try TeamStore(of: configuration) else { return [] }
            return [.sharedStore(team)]
        } catch {
            return [Finding("store", .failed, "\(error)")]
        }
    }

    private var ledger: Finding {
        guard let folder = PersonalFolder.state.path(invocation.environment) else {
            return Finding("ledger", .advice, "There is no folder for it: set HOME or XDG_STATE_HOME.")
        }
        return .ledger(in: folder)
    }

    /// Checks a whole search, from the query to the items, with real requests on this machine.
    private func sandbox(_ configuration: Configuration) async -> Finding {
        do {
            let process = try SandboxProcess()
            let forage = Forage(configuration, sendingEverythingTo: process.address)
            // The sandbox does not simulate services from a person's definitions.
            let simulated = (Forage.builtIn + Definitions.shipped).map(\.info.id)
            let asked = configuration.providers.filter { $0.isEnabled && simulated.contains($0.id) }.map(\.id)
            guard let report = try await forage.search(Query("owl", providers: asked)).report else {
                throw CommandError.failure("The search did not finish.")
            }
            withExtendedLifetime(process) {}
            let failures = report.outcomes.filter(\.isFailure).map(\.provider.name)
            guard failures.isEmpty else {
                return Finding("sandbox", .failed, "\(failures.joined(separator: ", ")) did not answer.")
            }
            return Finding("sandbox", .ok, "answered a search with \(report.items.count.of("item"))")
        } catch {
            return Finding("sandbox", .failed, "\(error)")
        }
    }
}
