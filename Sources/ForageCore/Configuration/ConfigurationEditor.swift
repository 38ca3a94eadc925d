internal import JSON

/// Changes single settings of a configuration file and keeps every other byte of it.
package enum ConfigurationEditor {
    /// The file with a provider enabled or disabled; no bytes stand for a file that is not there yet.
    ///
    /// - Throws: ``ConfigurationFault`` when the file is not whole or has no place for the setting.
    package static func enabling(
        _ provider: ProviderID, _ isEnabled: Bool, in bytes: [UInt8], of file: ConfigurationLayer.Origin
    ) throws(ConfigurationFault) -> [UInt8] {
        do throws(JSONEditFault) {
            var editor = try JSONEditor(bytes.isEmpty ? emptyFile : bytes, limits: .configuration)
            let path = SettingPath.provider(provider, "enabled")
            try editor.set(JSONPointer(tokens: path.names), to: isEnabled ? "true" : "false")
            return editor.bytes
        } catch {
            let problem = ConfigurationProblem(origin: SettingOrigin(file), message: "\(error)")
            throw ConfigurationFault(problems: [problem])
        }
    }

    private static let emptyFile = Array("{\n  \"$schema\": \"\(SettingTree.schema)\"\n}\n".utf8)
}

extension Configuration {
    /// The strongest file that says anything of a provider: the one to edit.
    package func file(defining provider: ProviderID) -> ConfigurationLayer.Origin? {
        let path = SettingPath.provider(provider)
        return settings.tree.leaves.filter { $0.path.starts(with: path) }
            .flatMap { settings.assignments($0.path).map(\.layer) }
            .filter { $0.path != nil }
            .max { $0.strength < $1.strength }
    }
}
