internal import Forage
internal import ForageCore
internal import ForageFormats
internal import HTTPServer
internal import JSON
internal import Platform

/// Lists the providers, and changes their settings for the user of this machine.
struct ProviderHandler: Sendable {
    private let forage: CurrentForage
    private let changes: Changes
    /// True if the services are simulated on this machine, so that no keys are needed.
    private let isPlayed: Bool

    /// - Parameters:
    ///   - forage: The Forage whose providers they are.
    ///   - settings: Changes the settings; nil if they cannot be changed.
    ///   - isPlayed: True if the services are simulated on this machine.
    init(_ forage: CurrentForage, _ settings: (any ProviderSettings)?, isPlayed: Bool) {
        self.forage = forage
        self.isPlayed = isPlayed
        changes = Changes(forage: forage, settings: settings)
    }

    /// The states, requirements and capabilities of all providers.
    func list(for request: HTTPServerRequest) async -> Content {
        let forage = forage.value
        let configuration = forage.configuration
        let view = ProvidersView(
            .json, states: await forage.states, faults: configuration.refusedDefinitions,
            needsKeys: !isPlayed, isLocal: OwnMachineRule.isKept(by: request))
        return Content(json: view.text(of: configuration.providers))
    }

    /// Changes a provider, and returns the new list.
    func change(_ name: String, by request: HTTPServerRequest) async throws(HTTPProblem) -> Content {
        try OwnMachineRule.check(request)
        // Forms cannot send this type, so pages of other sites cannot send this request.
        guard request.headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true else {
            throw HTTPProblem(415, "Send Content-Type: application/json.")
        }
        guard let id = ProviderID(name), let provider = forage.value.configuration[id] else {
            throw HTTPProblem(
                404, "There is no provider “\(name.prefix(60))”; see /api/v1/providers for a list.")
        }
        guard let change = ProviderChange(request.body, of: provider) else {
            throw HTTPProblem(
                400, "Send one of the members enabled, key and insist, as /api/openapi.json says.")
        }
        try await changes.apply(change, to: id)
        return await list(for: request)
    }

    /// Applies changes, one at a time.
    private actor Changes {
        private let forage: CurrentForage
        private let settings: (any ProviderSettings)?

        init(forage: CurrentForage, settings: (any ProviderSettings)?) {
            self.forage = forage
            self.settings = settings
        }

        func apply(_ change: ProviderChange, to id: ProviderID) async throws(HTTPProblem) {
            if case .insist = change {
                guard let pause = await forage.value.insist(on: id) else { return }
                let seconds = max(1, Int(pause.end.timeIntervalSinceNow.rounded(.up)))
                throw HTTPProblem(
                    409, "\(id) must not be asked before \(pause.end.iso8601): \(pause.reason).",
                    headers: ["Retry-After": "\(seconds)"])
            }
            guard let settings else { throw HTTPProblem(409, "This gallery's settings cannot be changed.") }
            do throws(ProviderSettingError) {
                let configuration =
                    switch change {
                    case .enabled(let isEnabled): try settings.turn(id, on: isEnabled)
                    case .key(let name, let key): try settings.keep(key, named: name, of: id)
                    case .insist: forage.value.configuration
                    }
                forage.configure(by: configuration)
            } catch {
                throw HTTPProblem(409, error.sentence)
            }
        }
    }
}

/// A change of a provider.
enum ProviderChange: Sendable {
    case enabled(Bool)
    case key(name: String, Secret)
    /// Ends a pause after failures.
    case insist

    /// Reads a change; nil if it is none, or is about a key that the provider does not have.
    init?(_ body: [UInt8], of provider: ProviderConfiguration) {
        var limits = JSONLimits()
        limits.maximumByteCount = 16 << 10
        guard let root = try? JSONDocument(body, mode: .strict, limits: limits).root,
            let member = root.members.first(where: { _ in true }),
            root.members.count(where: { _ in true }) == 1
        else { return nil }
        switch member.key {
        case "enabled":
            guard let isEnabled = member.value.bool else { return nil }
            self = .enabled(isEnabled)
        case "key":
            guard let name = member.value["name"].string,
                let key = member.value["value"].string.flatMap(Secret.init),
                provider.keys.contains(where: { $0.spec.name == name })
            else { return nil }
            self = .key(name: name, key)
        case "insist" where member.value.bool == true: self = .insist
        default: return nil
        }
    }
}
