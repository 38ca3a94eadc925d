extension ConfigurationLoader {
    /// Makes every provider of its settings.
    mutating func providers(
        _ registrations: [Registration], _ settings: ResolvedSettings, keys: (About) -> [KeyState]
    ) -> [ProviderConfiguration] {
        registrations.compactMap { provider($0, settings, keys: keys) }
    }

    /// Makes a provider of its settings; nil, and noted, when it refuses them. Which keys it needs may
    /// depend on its settings.
    private mutating func provider(
        _ registration: Registration, _ settings: ResolvedSettings, keys: (About) -> [KeyState]
    ) -> ProviderConfiguration? {
        let id = registration.about.id
        let values = settings.values(inside: .provider(id))
        do throws(SettingFault) {
            let own = values.only(registration.settings.map(\.key))
            let provider = try registration.make(own)
            return ProviderConfiguration(
                provider: provider, isEnabled: values.flag("enabled"), weight: values.number("weight") ?? 1,
                timeout: values.duration("timeout"), requestsPerHour: values.integer("requestsPerHour"),
                cacheFor: values.integer("cacheFor").map { .seconds($0) }, baseURL: values.url("baseURL"),
                keys: keys(provider.about), settings: own)
        } catch {
            let path = SettingPath.provider(id, error.key)
            note("\(path): \(error)", at: settings.origin(path))
            return nil
        }
    }

    /// Which origins are played by which addresses. Two providers of one origin must agree on it.
    mutating func bases(of providers: [ProviderConfiguration], _ settings: ResolvedSettings) -> [Origin:
        WebURL]
    {
        var bases: [Origin: WebURL] = [:]
        for provider in providers {
            guard let url = provider.baseURL, let origin = provider.provider.about.origins.first else {
                continue
            }
            if let other = bases.updateValue(url, forKey: origin), other != url {
                let place = settings.origin(.provider(provider.id, "baseURL"))
                note("\(origin) is already replaced by \(other) for another provider", at: place)
            }
        }
        return bases
    }

    /// The servers that are asked in place of providers because the folder's file says so.
    func basesOfProjects(of providers: [ProviderConfiguration], _ settings: ResolvedSettings) -> Set<Origin> {
        let named = providers.filter { settings.origin(.provider($0.id, "baseURL")).layer.isProjectFile }
        return Set(named.compactMap { $0.baseURL?.origin })
    }

    /// Notes every setting that may not be given where it is given.
    mutating func refuse(_ refusal: (Assignment) -> String?) {
        for assignment in assignments {
            if let message = refusal(assignment) { note(message, at: assignment.origin) }
        }
    }
}
