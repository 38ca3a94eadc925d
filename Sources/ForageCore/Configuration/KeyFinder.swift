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
        about.keys.map { find($0, of: about.id) }
    }

    private mutating func find(_ spec: KeySpec, of provider: ProviderID) -> KeyState {
        let path = SettingPath.provider(provider, spec.name)
        let named = settings.reference(path)
        let variable = named?.name ?? spec.variable
        let origin = named?.origin ?? SettingOrigin(.environment, name: variable)
        if let text = environment[variable], !text.trimmingWhitespace().isEmpty {
            guard let secret = Secret(text) else {
                return KeyState(spec: spec, status: .unusable(variable: variable), origin: origin)
            }
            secrets[provider, default: [:]][spec.name] = secret
            return KeyState(spec: spec, status: .set(.variable(variable)), origin: origin)
        }
        if let entry = credentials.keys[path], case .secret(let secret) = entry.value,
            let file = entry.layer.path
        {
            secrets[provider, default: [:]][spec.name] = secret
            return KeyState(spec: spec, status: .set(.credentialsFile(file)), origin: entry.origin)
        }
        return KeyState(spec: spec, status: .missing(variable: variable), origin: named?.origin ?? .defaults)
    }
}
