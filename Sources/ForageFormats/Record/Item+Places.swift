internal import ForageCore

extension Item {
    /// What each of its sources is called: as its credit names it, or as the provider is called where another goes by
    /// that name, because it has the item from there.
    var sourceNames: [String] {
        var owners: [String: ProviderID] = [:]
        return sources.map { source in
            let name = source.attribution.source.name
            let owner = owners[name, default: source.provider]
            owners[name] = owner
            return owner == source.provider ? name : source.provider.name
        }
    }

    /// Where else than at its first source it is, each place once, with its page there.
    var otherPlaces: [NamedLink] {
        let names = sourceNames
        var met = Set(names.prefix(1))
        return zip(names, sources).compactMap { name, source in
            met.insert(name).inserted ? NamedLink(name, source.pageURL) : nil
        }
    }
}
