/// Finds the keys: in the variable that a file names, else in the one that the provider declares, else
/// in the credentials file.
struct KeyFinder {
    let settings: ResolvedSettings
    let environment: [String: String]
    let credentials: Credentials
    private(set) var secrets: [ProviderID: [String: Secret]] = [:]

    init(_ settings: ResolvedSettings, environment: [String: String], credentials: Credentials) {
        self.settings = settings
        self.environment = environment
        self.credentials = credentials
    }

    mutating func keys(of about: About) -> [KeyState] {
        about.keys.map { spec in
            let (state, secret) = find(spec, at: .provider(about.id, spec.name))
            if let secret { secrets[about.id, default: [:]][spec.name] = secret }
            return state
        }
    }

    func find(_ spec: KeySpec, at path: SettingPath) -> (state: KeyState, secret: Secret?) {
        let named = settings.reference(path)
        let variable = named?.name ?? spec.variable
        let origin = named?.origin ?? SettingOrigin(.environment, name: variable)
        if let text = environment[variable], !text.trimmingWhitespace().isEmpty {
            let secret = Secret(text)
            let status: KeyState.Status =
                secret == nil ? .unusable(variable: variable) : .set(.variable(variable))
            return (KeyState(spec: spec, status: status, origin: origin), secret)
        }
        if let entry = credentials.keys[path], case .secret(let secret) = entry.value,
            let file = entry.layer.path
        {
            return (KeyState(spec: spec, status: .set(.credentialsFile(file)), origin: entry.origin), secret)
        }
        return (
            KeyState(spec: spec, status: .missing(variable: variable), origin: named?.origin ?? .defaults),
            nil
        )
    }
}
