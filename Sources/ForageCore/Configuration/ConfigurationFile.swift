internal import JSON

/// A place where a configuration was looked for, with the result.
public struct ConfigurationFile: Hashable, Sendable {
    /// The layer, with its path.
    public let layer: ConfigurationLayer.Origin
    /// The result.
    public private(set) var state: State

    /// Creates the result for a layer; nil if it is not a file.
    package init?(_ layer: ConfigurationLayer) {
        guard case .file(let content) = layer.content else { return nil }
        self.layer = layer.origin
        state = State(content)
        if case (.projectFile, .bytes(let bytes)) = (layer.origin, content) {
            state = FileReader.state(of: bytes)
        }
    }

    /// Creates the result for the credentials file.
    package init(_ file: CredentialsFile) {
        layer = .credentialsFile(file.path)
        state = State(file.content)
    }

    /// The result of looking for a file.
    public enum State: Hashable, Sendable {
        /// The file exists and is used.
        case read
        /// There is no file.
        case missing
        /// The file belongs to another program: it is not marked as Forage's.
        case foreign
        /// The file has no `"$schema"`, so it may belong to any program.
        case unmarked
        /// The file could not be read, for this reason.
        case unreadable(String)
    }
}

/// Reads the settings of one file, with all its problems.
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

    /// Determines by its `"$schema"` whether a file is Forage's, even if it is malformed after that.
    static func state(of bytes: [UInt8]) -> ConfigurationFile.State {
        let document = try? JSONDocument(bytes, mode: .tolerant, limits: .configuration)
        guard let root = document?.root, root.kind == .object else { return .foreign }
        guard root["$schema"].exists else { return .unmarked }
        return root["$schema"].string?.hasPrefix("urn:forage:") == true ? .read : .foreign
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
    /// Limits that no configuration written by a user exceeds.
    static let configuration: JSONLimits = {
        var limits = JSONLimits()
        limits.maximumByteCount = 1 << 20
        limits.maximumDepth = 64
        limits.maximumValueCount = 100_000
        return limits
    }()
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

    /// Indicates whether a value in its place may be shown, because it cannot be a key.
    private var mayBeShown: Bool {
        switch self {
        case .schema, .value, .field, .folder, .contact, .database, .origins, .variables, .providers,
            .definitions:
            true
        case .key, .secret: false
        }
    }
}
