internal import JSON

/// A place where a configuration was looked for, and what was found there.
public struct ConfigurationFile: Hashable, Sendable {
    /// Which layer it is, with its path.
    public let layer: ConfigurationLayer.Origin
    /// What was found.
    public private(set) var state: State

    /// Tells what was found of a layer; nil for one that is no file.
    package init?(_ layer: ConfigurationLayer) {
        guard case .file(let content) = layer.content else { return nil }
        self.layer = layer.origin
        state = State(content)
        if case (.projectFile, .bytes(let bytes)) = (layer.origin, content) {
            state = FileReader.state(of: bytes)
        }
    }

    /// Tells what was found of the credentials file.
    package init(_ file: CredentialsFile) {
        layer = .credentialsFile(file.path)
        state = State(file.content)
    }

    /// What was found where a file may be.
    public enum State: Hashable, Sendable {
        /// A file, and it counts.
        case read
        /// Nothing.
        case missing
        /// A file of somebody else: it does not say that it is Forage's.
        case notOurs
        /// A file without a `"$schema"`, so that it may be anybody's.
        case unmarked
        /// A file that could not be read, for this reason.
        case unreadable(String)
    }
}

/// Reads the settings of one file, and everything that is wrong with them.
struct FileReader {
    private(set) var assignments: [Assignment] = []
    private(set) var problems: [ConfigurationProblem] = []

    private let layer: ConfigurationLayer.Origin
    private let document: JSONDocument?

    init(_ bytes: [UInt8], of layer: ConfigurationLayer.Origin, tree: SettingTree) {
        self.layer = layer
        do throws(JSONError) {
            document = try JSONDocument(bytes, mode: .strict, limits: .configuration)
        } catch {
            document = nil
            problems = [ConfigurationProblem(error, in: layer)]
        }
        if let document { read(document.root, as: tree.root) }
    }

    /// Finds out whose a file is by its `"$schema"`, even if it is broken after that.
    static func state(of bytes: [UInt8]) -> ConfigurationFile.State {
        let document = try? JSONDocument(bytes, mode: .tolerant, limits: .configuration)
        guard let root = document?.root, root.kind == .object else { return .notOurs }
        guard root["$schema"].exists else { return .unmarked }
        return root["$schema"].string?.hasPrefix("urn:forage:") == true ? .read : .notOurs
    }

    private mutating func read(
        _ value: JSONValue, as group: SettingGroup, at path: SettingPath = SettingPath()
    ) {
        guard value.kind == .object else {
            return note("expected an object { }, found \(value.kindInWords)", at: value.byteRange)
        }
        let repeated = Set(value.duplicateKeys.map(\.keyRange.lowerBound))
        for member in value.members {
            guard !repeated.contains(member.keyRange.lowerBound) else {
                note("\(member.key.quoted) is given twice; keep one of them", at: member.keyRange)
                continue
            }
            let memberPath = path.appending(member.key)
            switch group[member.key] {
            case .group(let inner): read(member.value, as: inner, at: memberPath)
            case .leaf(let leaf): read(member.value, as: leaf)
            case nil:
                let retired = Retired.setting(memberPath.description)
                note(retired?.description ?? group.rejection(of: member.key), at: member.keyRange)
            }
        }
    }

    private mutating func read(_ value: JSONValue, as leaf: SettingLeaf) {
        guard leaf.form.isList else { return readOne(value, as: leaf) }
        guard value.kind == .array else {
            let expected = "expected a list [ ] of \(leaf.form.expectation)"
            return note("\(expected), found \(value.kindInWords)", at: value.byteRange)
        }
        for element in value.elements { readOne(element, as: leaf) }
    }

    private mutating func readOne(_ json: JSONValue, as leaf: SettingLeaf) {
        guard let value = leaf.form.value(of: json) else {
            return note(leaf.form.rejection(of: json), at: json.byteRange)
        }
        assignments.append(Assignment(leaf: leaf, value: value, origin: origin(json.byteRange)))
    }

    private mutating func note(_ message: String, at range: Range<Int>) {
        problems.append(ConfigurationProblem(origin: origin(range), message: message))
    }

    private func origin(_ range: Range<Int>) -> SettingOrigin {
        SettingOrigin(layer, at: document.map { SettingOrigin.Position($0.position(of: range.lowerBound)) })
    }
}

extension ConfigurationProblem {
    init(_ fault: JSONError, in layer: ConfigurationLayer.Origin) {
        origin = SettingOrigin(layer, at: SettingOrigin.Position(fault.position))
        message = "\(fault.reason)"
    }
}

extension SettingOrigin.Position {
    init(_ position: JSONPosition) {
        line = position.line
        column = position.column
    }
}

extension JSONLimits {
    /// No person writes a configuration longer than this.
    static let configuration: JSONLimits = {
        var limits = JSONLimits()
        limits.maximumByteCount = 1 << 20
        limits.maximumDepth = 64
        limits.maximumValueCount = 100_000
        return limits
    }()
}

/// Changes single settings of a configuration file and keeps every other byte of it.
package enum ConfigurationEditor {
    /// The file with a provider enabled or disabled; no bytes stand for a file that is not there yet.
    ///
    /// - Throws: ``ConfigurationError`` when the file is not whole or has no place for the setting.
    package static func enabling(
        _ provider: ProviderID, _ isEnabled: Bool, in bytes: [UInt8], of file: ConfigurationLayer.Origin
    ) throws(ConfigurationError) -> [UInt8] {
        do throws(JSONEditError) {
            var editor = try JSONEditor(bytes.isEmpty ? emptyFile : bytes, limits: .configuration)
            let path = SettingPath.provider(provider, "enabled")
            try editor.set(JSONPointer(tokens: path.names), to: isEnabled ? "true" : "false")
            return editor.bytes
        } catch {
            let problem = ConfigurationProblem(origin: SettingOrigin(file), message: "\(error)")
            throw ConfigurationError(problems: [problem])
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

extension ConfigurationFile.State {
    fileprivate init(_ content: FileContent) {
        switch content {
        case .bytes: self = .read
        case .missing: self = .missing
        case .unreadable(let reason): self = .unreadable(reason)
        }
    }
}

extension SettingForm {
    fileprivate func value(of json: JSONValue) -> ConfiguredValue? {
        if case .value(let type) = self { return type.value(of: json).map(ConfiguredValue.value) }
        return json.string.flatMap(value)
    }

    fileprivate func rejection(of json: JSONValue) -> String {
        if let text = json.string { return rejection(of: text) }
        return "expected \(expectation), found \(mayBeShown ? json.inWords : json.kindInWords)"
    }

    /// Whether what stands in its place is surely no key.
    private var mayBeShown: Bool {
        switch self {
        case .schema, .value, .contact, .origins, .variables, .providers, .definitions: true
        case .key, .secret: false
        }
    }
}
