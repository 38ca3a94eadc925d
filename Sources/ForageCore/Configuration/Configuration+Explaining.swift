extension Configuration {
    /// Explains a setting, or all settings under a name such as `providers.flickr`; under "" all.
    package func explanations(of name: String) throws(UnknownSetting) -> [SettingExplanation] {
        let path = name.isEmpty ? SettingPath() : SettingPath(parsing: name)
        let leaves = settings.tree.leaves.filter { $0.path.starts(with: path) }
        guard !leaves.isEmpty else { throw UnknownSetting(name, in: settings.tree) }
        return leaves.map(explanation)
    }

    private func explanation(of leaf: SettingLeaf) -> SettingExplanation {
        let said = settings.assignments(leaf.path)
        let key = keyState(leaf.path)
        return SettingExplanation(
            path: leaf.path.description, value: key?.description ?? shown(leaf),
            origin: key?.origin ?? settings.origin(leaf.path),
            overridden: leaf.form.isList ? [] : said.dropLast().reversed().map(\.origin),
            expectation: leaf.form.expectation, defaultValue: leaf.usualValue, help: leaf.help,
            variable: leaf.variable)
    }

    private func shown(_ leaf: SettingLeaf) -> String? {
        if let value = settings.value(leaf) { return value.description }
        let said = settings.list(leaf)
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }

    func keyState(_ path: SettingPath) -> KeyState? {
        if path == .cloudinary(cloudinary.key.spec.name) { return cloudinary.key }
        for provider in providers {
            let key = provider.keys.first { .provider(provider.id, $0.spec.name) == path }
            if let key { return key }
        }
        return nil
    }
}

extension SettingLeaf {
    /// What it is when nobody says.
    fileprivate var usualValue: String? {
        usualNames.isEmpty ? defaultValue?.description : usualNames.joined(separator: ", ")
    }
}

extension ConfiguredValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .schema: SettingTree.schema.quoted
        case .value(let value): value.description
        case .origin(let origin): origin.description
        case .variable(let name), .provider(let name): name
        case .definition(let path): path.quoted
        case .reference(let name): "${\(name)}"
        case .secret(let secret): secret.description
        }
    }
}
