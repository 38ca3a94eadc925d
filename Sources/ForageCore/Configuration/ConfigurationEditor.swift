internal import JSON

/// Changes single settings of a configuration file without changing any other byte.
package struct ConfigurationEditor: Sendable {
    private let tree: SettingTree

    package init(_ registrations: [Registration]) { tree = SettingTree(registrations) }

    /// Returns the file with a setting changed; empty bytes represent a file that does not exist yet.
    ///
    /// - Parameters:
    ///   - name: The dotted name of the setting.
    ///   - text: The value as it is typed; the elements of a list are separated by commas.
    ///   - bytes: The file.
    ///   - file: The origin of the file, for messages.
    /// - Returns: The new content of the file.
    /// - Throws: ``SettingError`` for an unknown name or an invalid value, ``ConfigurationError`` if the file is
    ///   malformed or has no place for the setting.
    package func setting(
        _ name: String, to text: String, in bytes: [UInt8], of file: ConfigurationLayer.Origin
    ) throws -> [UInt8] {
        let leaf = try tree.leaf(named: name)
        let json = try leaf.json(of: text)
        return try Self.editing(bytes.isEmpty ? Self.emptyFile : bytes, of: file) {
            (editor) throws(JSONEditError) in
            try editor.set(JSONPointer(tokens: leaf.path.names), to: json)
        }
    }

    /// Returns the file without a setting or a group of settings, which may be unknown.
    ///
    /// - Parameters:
    ///   - name: The dotted name.
    ///   - bytes: The file.
    ///   - file: The origin of the file, for messages.
    /// - Returns: The new content of the file; nil if it does not contain the setting.
    /// - Throws: ``SettingError`` for a name that is neither a setting nor in the file, ``ConfigurationError`` if the
    ///   file is malformed.
    package func removing(
        _ name: String, in bytes: [UInt8], of file: ConfigurationLayer.Origin
    ) throws -> [UInt8]? {
        let path = SettingPath(parsing: name)
        let pointer = JSONPointer(tokens: path.names)
        var exists = false
        let edited = try Self.editing(bytes.isEmpty ? Self.emptyFile : bytes, of: file) {
            (editor) throws(JSONEditError) in
            exists = editor.root[pointer].exists
            if exists { try editor.remove(pointer) }
        }
        if !exists, !tree.leaves.contains(where: { $0.path.starts(with: path) }) {
            throw SettingError(unknown: name, in: tree)
        }
        return exists ? edited : nil
    }

    /// Returns a file of keys with a key set; empty bytes represent a file that does not exist yet.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - name: The name under which the provider declares it.
    ///   - provider: The provider.
    ///   - bytes: The file.
    ///   - file: The file's origin, for messages.
    /// - Returns: The new content of the file.
    /// - Throws: ``ConfigurationError`` if the file is malformed.
    package static func keeping(
        _ key: Secret, named name: String, of provider: ProviderID, in bytes: [UInt8],
        of file: CredentialsFile
    ) throws(ConfigurationError) -> [UInt8] {
        try editing(bytes.isEmpty ? Array("{}\n".utf8) : bytes, of: .credentialsFile(file.path)) {
            (editor) throws(JSONEditError) in
            let text = key.reveal { key in JSONWriter.text { $0.string(key) } }
            try editor.set(JSONPointer(tokens: [provider.name, name]), to: text)
        }
    }

    private static func editing(
        _ bytes: [UInt8], of file: ConfigurationLayer.Origin,
        _ change: (inout JSONEditor) throws(JSONEditError) -> Void
    ) throws(ConfigurationError) -> [UInt8] {
        do throws(JSONEditError) {
            var editor = try JSONEditor(bytes, limits: .configuration)
            try change(&editor)
            return editor.bytes
        } catch {
            let problem = ConfigurationProblem(origin: SettingOrigin(file), message: "\(error)")
            throw ConfigurationError(problems: [problem])
        }
    }

    private static let emptyFile = Array("{\n  \"$schema\": \"\(SettingTree.schema)\"\n}\n".utf8)
}

extension SettingLeaf {
    /// The JSON of a value as it is typed.
    fileprivate func json(of text: String) throws(SettingError) -> String {
        let parts = form.isList ? text.split(separator: ",").map { String($0.trimmingWhitespace()) } : [text]
        var values: [ConfiguredValue] = []
        for part in parts {
            guard let value = form.value(of: part) else {
                throw SettingError("\(path)", "\(path): \(form.rejection(of: part))")
            }
            values.append(value)
        }
        return JSONWriter.text { writer in
            if form.isList {
                writer.array { writer in parts.forEach { writer.string($0) } }
            } else if case .value(let value)? = values.first {
                writer.value(value)
            } else {
                writer.string(text)
            }
        }
    }
}

extension Configuration {
    /// The effective value of a setting as plain text, with a line for each element of a list; empty if it is not set.
    /// For a key, it is only its status.
    package func plainValue(of name: String) throws(SettingError) -> [String] {
        let leaf = try settings.tree.leaf(named: name)
        if let key = keyState(leaf.path) { return [key.description] }
        guard let value = settings.value(leaf) else { return settings.list(leaf) }
        if case .text(let text) = value { return [text] }
        if case .file(let file) = value { return [file.path] }
        return [value.description]
    }

    /// The allowed texts for a setting, if there are only a few.
    package func choices(for name: String) -> [String] {
        (try? settings.tree.leaf(named: name))?.form.choices ?? []
    }
}

extension Configuration {
    /// The strongest file with a setting of a provider: the one to edit.
    package func file(defining provider: ProviderID) -> ConfigurationLayer.Origin? {
        let path = SettingPath.provider(provider)
        return settings.tree.leaves.filter { $0.path.starts(with: path) }
            .flatMap { settings.assignments($0.path).map(\.layer) }
            .filter { $0.path != nil }
            .max { $0.strength < $1.strength }
    }
}
