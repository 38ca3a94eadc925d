extension Configuration {
    /// Reports variables that would otherwise be ignored: those that should hold a key but do not, and those that look
    /// like a setting but match none.
    ///
    /// - Parameters:
    ///   - environment: The environment's variables.
    ///   - others: Variables that look like settings and are read elsewhere.
    /// - Throws: ``ConfigurationError`` with all problems.
    package func checkVariables(_ environment: [String: String], allowing others: [String])
        throws(ConfigurationError)
    {
        let problems = unusableKeys + strayVariables(environment, allowing: others)
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }

    private var keys: [KeyState] { providers.flatMap(\.keys) + [cloudinary.key] }

    private var unusableKeys: [ConfigurationProblem] {
        let variables = keys.compactMap {
            if case .unusable(let variable) = $0.status { variable } else { nil }
        }
        return variables.distinct.map { ConfigurationProblem($0, KeyState.fault) }
    }

    private func strayVariables(
        _ environment: [String: String], allowing others: [String]
    ) -> [ConfigurationProblem] {
        let known = settings.tree.leaves.compactMap(\.variable) + others
        let taken = Set(known + keys.compactMap(\.variable))
        return environment.filter { name, value in
            name.hasPrefix(SettingPath.variablePrefix) && !taken.contains(name)
                && !name.hasPrefix(KeySpec.definedVariablePrefix) && !value.trimmingWhitespace().isEmpty
        }.keys.sorted().compactMap { name in
            hint(for: name, among: known).map {
                ConfigurationProblem(name, "is not a variable that Forage reads; \($0)")
            }
        }
    }

    /// A hint to the variable that was probably meant; nil if there is no similar one, since it may belong to another
    /// program.
    private func hint(for name: String, among known: [String]) -> String? {
        if let leaf = settings.tree.leaves.first(where: { $0.path.isSet(by: name) }),
            let variable = keyState(leaf.path)?.variable
        {
            return "this key is read from \(variable)"
        }
        if let retired = Retired.setting(setBy: name) { return retired.description }
        // The common prefix is left out of the comparison.
        let start = SettingPath.variablePrefix
        let ends = known.map { String($0.dropFirst(start.count)) }
        let end = String(name.dropFirst(start.count))
        guard isOfNoProvider(end) else { return nil }
        let nearest = nearestName(to: end, among: ends)
        return nearest.map { "did you mean \(start)\($0)?" }
    }
}

extension Configuration {
    /// Indicates whether a variable cannot be a setting of a provider that is not loaded, since such names end alike.
    private func isOfNoProvider(_ end: String) -> Bool {
        let words = end.split(separator: "_")
        guard words.first == "PROVIDERS", words.count > 1 else { return true }
        let names = providers.map { $0.provider.info.id.name.uppercased() }
        let word = String(words[1])
        return names.contains(word) || nearestName(to: word, among: names) != nil
    }
}

extension KeyState {
    /// The variable that it is read from; nil if it is from a file.
    fileprivate var variable: String? {
        switch status {
        case .set(.variable(let name)), .missing(let name), .unusable(let name): name
        case .set(.credentialsFile): nil
        }
    }
}

extension KeySpec {
    /// The prefix of variables for keys that definitions declare, including definitions that are not loaded.
    package static let definedVariablePrefix = "FORAGE_KEY_"
}

extension ConfigurationProblem {
    fileprivate init(_ variable: String, _ message: String) {
        self.init(origin: SettingOrigin(.environment, name: variable), message: message)
    }
}
