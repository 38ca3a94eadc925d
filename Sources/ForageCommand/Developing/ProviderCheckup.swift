internal import Forage
internal import ForageConformance
internal import ForageCore
internal import ForageFormats
internal import Platform

/// Checks that providers meet the requirements of every provider, with the samples next to their sources.
struct ProviderCheckup {
    private let invocation: Invocation
    private let samples: String?

    init(_ invocation: Invocation) {
        self.invocation = invocation
        samples = invocation.arguments.value("samples")
    }

    /// Checks the providers of these names, or all. If one cannot be checked, the others still are.
    func run(_ names: some Collection<String>) async throws -> ExitCode {
        let registrations = try chosen(names)
        let form = try invocation.arguments.choice("format", as: ProvidersView.Form.self) ?? .table
        var tables: [CheckTable] = []
        for registration in registrations {
            do {
                let samples = try samples(of: registration)
                tables.append(await (try ProviderChecks(registration, samples: samples)).table())
            } catch {
                invocation.pipes.say("forage: \(registration.info.id) cannot be checked: \(error)")
            }
        }
        guard !tables.isEmpty else { return .failure }
        let view = ChecksView(
            form, terminal: invocation.terminal.output, saysEverything: invocation.arguments.has("verbose"))
        invocation.pipes.write(view.text(of: tables).utf8)
        guard tables.allSatisfy(\.isPassed) else { return .failure }
        return tables.count == registrations.count ? .success : .partial
    }

    private func chosen(_ names: some Collection<String>) throws -> [Registration] {
        guard samples == nil || !names.isEmpty else {
            throw CommandError.usage(
                "Name the provider of the samples: forage providers check NAME --samples FOLDER.")
        }
        guard samples == nil || names.count == 1 else {
            throw CommandError.usage("--samples works with one provider; name only one.")
        }
        let known =
            try Forage.builtIn
            + invocation.definitionsWithWarnings(invocation.configurationFiles).registrations
        if names.isEmpty { return known }
        let ids = try names.map { try ProviderID.typed($0, known: known.map(\.info.id)) }
        return ids.distinct.compactMap { id in known.first { $0.info.id == id } }
    }

    /// The samples of a provider.
    private func samples(of registration: Registration) throws -> [SampleAnswer] {
        if samples == nil, let own = try Definitions.samples(of: registration) { return own }
        let id = registration.info.id
        return try Self.samples(of: id, in: samples ?? Self.folderInCheckout(id))
    }

    /// The samples of a provider; empty if there are none here.
    static func samplesAtHand(of registration: Registration) throws -> [SampleAnswer] {
        if let own = try Definitions.samples(of: registration) { return own }
        let id = registration.info.id
        guard let folder = try? folderInCheckout(id) else { return [] }
        return try samples(of: id, in: folder)
    }

    private static func samples(
        of provider: ProviderID, in folder: String
    ) throws(CommandError) -> [SampleAnswer] {
        do throws(SampleError) {
            return try SampleFolder(at: folder).samples(of: provider)
        } catch {
            throw CommandError.failure("\(error)")
        }
    }

    /// The folder of samples in the provider's tests.
    private static func folderInCheckout(_ provider: ProviderID) throws(CommandError) -> String {
        let checkout: Checkout
        do throws(CommandError) {
            checkout = try Checkout(around: FileManager.default.currentDirectoryPath)
        } catch {
            throw CommandError.failure("\(error) Or name the folder of the samples: --samples FOLDER.")
        }
        let folders = try? FileManager.default.contentsOfDirectory(atPath: checkout.folder + "/Providers")
        guard let name = folders?.first(where: { $0.lowercased() == provider.name }) else {
            throw CommandError.failure(
                "\(checkout.folder)/Providers has no folder of \(provider): name the folder of its samples with --samples FOLDER."
            )
        }
        return "\(checkout.folder)/Providers/\(name)/Tests/Fixtures"
    }
}
