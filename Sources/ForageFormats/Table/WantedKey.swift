internal import ForageCore

/// A key that nobody set, without which a provider was not asked.
struct WantedKey {
    let provider: ProviderID
    private let variable: String
    private let page: WebURL
    private let condition: String?

    /// The key that a provider was skipped for.
    private init?(_ outcome: Outcome, of provider: ProviderConfiguration?) {
        guard let provider, outcome.result == provider.obstacle.map(Outcome.Result.skipped),
            let key = provider.missingKey, case .missing(let variable) = key.status
        else { return nil }
        self.provider = provider.id
        self.variable = variable
        page = key.spec.page
        condition = key.spec.condition
    }

    static func all(in outcomes: [Outcome], of providers: [ProviderConfiguration]) -> [WantedKey] {
        outcomes.compactMap { outcome in
            WantedKey(outcome, of: providers.first { $0.id == outcome.provider })
        }
    }

    /// What to set and where to get it, in two lines at most.
    static func hint(of keys: [WantedKey]) -> [String] {
        guard keys.count > 2 else {
            return keys.map { key in
                let condition = key.condition.map { " (\($0))" } ?? ""
                return "Set \(key.variable) to ask \(key.provider) too\(condition): \(key.page)"
            }
        }
        return [
            "Set \(list(keys.map(\.variable))) to ask \(list(keys.map(\.provider.name))) too;",
            "`forage providers` says where each key is to be had.",
        ]
    }

    private static func list(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
