internal import Forage
internal import ForageCore
internal import Platform

/// Changes settings of providers for the gallery, in the same files as the commands.
struct GallerySettings: ProviderSettings {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func turn(_ id: ProviderID, on isEnabled: Bool) throws(ProviderSettingError) -> Configuration {
        try changing {
            try ProviderSwitch(invocation).edit(id, isEnabled)
        } objecting: { now in
            try now[id].flatMap { try ProviderSwitch.objection(to: isEnabled, of: $0, in: now) }
        }
    }

    func keep(
        _ key: Secret, named name: String, of id: ProviderID
    ) throws(ProviderSettingError) -> Configuration {
        try changing {
            // A file of keys that others can read is refused here, before another key gets into it.
            let state = try invocation.configuration()[id]?.keys.first { $0.spec.name == name }
            if let state, let objection = Self.objection(to: state) { throw ProviderSettingError(objection) }
            guard let file = invocation.configurationFiles.credentials else {
                throw CommandError.noConfigurationFolder
            }
            try LocalFile.edit(file.path, upTo: ConfigurationFiles.greatestByteCount, permissions: 0o600) {
                try ConfigurationEditor.keeping(key, named: name, of: id, in: $0, of: file)
            }
        } objecting: { now in
            now[id]?.keys.first { $0.spec.name == name }.flatMap(Self.objection)
        }
    }

    /// The sentence on a variable that is used instead of a stored key; nil if there is none.
    private static func objection(to key: KeyState) -> String? {
        switch key.status {
        case .set(.variable(let name)), .unusable(let name):
            "The environment variable \(name) takes precedence over a stored key."
        case .set(.credentialsFile), .missing: nil
        }
    }

    /// Edits a file, and reads the resulting configuration.
    private func changing(
        _ edit: () throws -> Void, objecting objection: (Configuration) throws -> String?
    ) throws(ProviderSettingError) -> Configuration {
        do {
            try edit()
            let now = try invocation.configuration()
            if let objection = try objection(now) { throw ProviderSettingError(objection) }
            return now
        } catch let error as ProviderSettingError {
            throw error
        } catch {
            throw ProviderSettingError(Advice.sentence(on: error))
        }
    }
}
