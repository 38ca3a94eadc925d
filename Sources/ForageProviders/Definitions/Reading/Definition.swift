package import ForageCore
internal import JSON

/// A provider that a file describes.
///
/// The description of the provider is read at once. The rest is read on first use, because most runs use only a few of
/// the installed providers.
package struct Definition: Sendable {
    /// The description of the provider.
    package let info: ProviderInfo
    /// The path of the definition's file.
    package var path: String { text.path }

    let text: Text
    /// What the user can choose.
    let settings: SettingList
    private let isUsuallyEnabled: Bool

    /// The maximum size of a definition in bytes.
    package static let greatestByteCount = 8 << 20

    /// The maximum size in bytes without the samples, which limits the work for each item.
    private static let greatestByteCountBesidesSamples = 64 << 10

    /// Reads the description of the provider.
    package init(_ bytes: [UInt8], at path: String) throws(DefinitionError) {
        text = try Text(bytes, at: path)
        guard text.byteCountBesidesSamples <= Self.greatestByteCountBesidesSamples else {
            throw DefinitionError(
                in: path,
                "without its samples, it is longer than \(Self.greatestByteCountBesidesSamples) bytes; make it shorter"
            )
        }
        try text.checkVersion()
        let description = text.root["about"]
        guard text.root.kind == .object, description.exists else {
            throw text.fault(text.root, "\"about\", which describes the provider, is missing")
        }
        if text.root["program"].exists {
            try text.check(text.root, as: .object(DefinitionFormat.rootWithProgram))
        } else if let form = DefinitionFormat.root["about"]?.form, !text.isMet(form, by: description) {
            try text.check(text.root, as: .object(DefinitionFormat.root))
        }
        let described = try text.info()
        let taken = SettingSpec.commonKeys + described.keys.map(\.name)
        settings = try SettingList(text, takenNames: Set(taken.map { $0.lowercased() }))
        info = described.adding(settings.usualOrigins)
        isUsuallyEnabled = description["enabled"].bool ?? true
        for key in text.root["program"]["keys"].elements
        where !described.keys.map(\.name).contains(key.string) {
            throw text.fault(key, "\(key.inWords) is not the name of a key in \"about\"")
        }
        if let obstacle = program?.obstacle {
            throw text.fault(text.root["program"]["command"][0], obstacle)
        }
    }

    /// Indicates whether a file is meant to be a definition, whether valid or not.
    package static func isMeant(by bytes: [UInt8]) -> Bool {
        guard let root = (try? JSONDocument(bytes, mode: .tolerant))?.root else { return false }
        let mark = root["$schema"]
        // Any version is accepted here. A wrong version is reported later as an error in the definition.
        return mark.exists ? mark.string?.hasPrefix(DefinitionFormat.family) == true : root["about"].exists
    }

    /// The provider's registration, as in the catalogue.
    package var registration: Registration {
        if let program {
            return Registration(info, isUsuallyEnabled: isUsuallyEnabled) { _ in program }
        }
        let usual = DefinedProvider(self)
        let definition = self
        return Registration(info, settings: settings.specs, isUsuallyEnabled: isUsuallyEnabled) {
            (values) throws(SettingError) in
            definition.settings.specs.isEmpty ? usual : try DefinedProvider(definition, values)
        }
    }

    /// The number that grows with each change of a definition in a channel.
    package var version: Int { text.root["about"]["version"].int ?? 1 }

    /// Indicates whether a program runs the provider.
    package var hasProgram: Bool { text.root["program"].exists }

    /// The provider's program, if it has one.
    private var program: ProgramProvider? {
        let command = text.root["program"]["command"].elements.compactMap(\.string)
        guard !command.isEmpty else { return nil }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let memory = text.root["program"]["memory"].int ?? 1024
        return ProgramProvider(
            info, command: command, in: folder, memory: memory,
            keyNames: text.root["program"]["keys"].elements.compactMap(\.string))
    }

    /// Returns an error at the place of the provider's name.
    package func nameFault(_ message: String) -> DefinitionError {
        text.fault(text.root["about"]["id"], message)
    }

    /// Creates a placeholder for a definition without a valid description. It only reports the reason of the refusal.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file.
    ///   - fault: The reason for the refusal.
    /// - Returns: A provider with the name in the definition, or else the name of the file; nil if neither is valid.
    package static func placeholder(
        for bytes: [UInt8], at path: String, because fault: DefinitionError
    ) -> Registration? {
        let description = (try? JSONDocument(bytes, mode: .tolerant))?.root["about"]
        let file = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
        guard let id = description?["id"].string.flatMap({ ProviderID($0) }) ?? ProviderID(file) else {
            return nil
        }
        let provider = DefinedProvider(refusedFor: fault, id: id, keysIn: description)
        return Registration(provider.info) { _ in provider }
    }

    /// Checks the whole definition: the form, every address and pointer, and the samples.
    ///
    /// - Throws: ``DefinitionError`` with the problems of the form, or else of the addresses and pointers, or else of
    ///   the first sample that fails.
    package func check() throws(DefinitionError) {
        // A definition with a program was already checked when it was read.
        if program == nil { _ = try checkedPlan() }
    }

    /// Returns the sample answers of the definition with their expected items.
    func samples() throws(DefinitionError) -> [SampleAnswer] {
        try SampleCheck(text: text, info: info, plan: try checkedPlan()).samples()
    }

    private func compiler(_ values: SettingValues = SettingValues()) -> PlanCompiler {
        let settings = try? settings.resolved(values)
        return PlanCompiler(
            text: text, info: info.adding(settings?.origins ?? []), settings: settings?.texts ?? [:])
    }

    /// Returns the plan of the definition after its samples have been checked.
    func checkedPlan() throws(DefinitionError) -> Plan {
        try text.check(text.root, as: .object(DefinitionFormat.root))
        let plan = try compiler().plan()
        try SampleCheck(text: text, info: info, plan: plan).run()
        return plan
    }

    /// Returns the plan of a definition, which is already checked, with some settings.
    func plan(with settings: SettingValues) throws(DefinitionError) -> Plan { try compiler(settings).plan() }

    /// Returns the plan of a definition that may still lack samples or have wrong ones.
    func unfinishedPlan() throws(DefinitionError) -> Plan {
        try text.check(text.root, as: .object(DefinitionFormat.unfinishedRoot))
        return try compiler().plan()
    }
}

extension ProviderInfo {
    /// Returns the description with more origins that requests may go to.
    func adding(_ origins: [Origin]) -> ProviderInfo {
        var info = self
        info.origins += origins.filter { !info.origins.contains($0) }
        return info
    }
}

extension Definition {
    /// The content of the file, with the positions of its values.
    struct Text: Sendable {
        let path: String
        let root: JSONValue
        private let document: JSONDocument

        init(_ bytes: [UInt8], at path: String) throws(DefinitionError) {
            self.path = path
            do throws(JSONError) {
                document = try JSONDocument(bytes, mode: .strict, limits: .definition)
            } catch {
                throw DefinitionError(ConfigurationProblem(in: path, at: error.position, "\(error.reason)"))
            }
            root = document.root
        }

        func fault(_ value: JSONValue, _ message: String) -> DefinitionError {
            fault(value.byteRange.lowerBound, message)
        }

        func fault(_ offset: Int, _ message: String) -> DefinitionError {
            DefinitionError(ConfigurationProblem(in: path, at: document.position(of: offset), message))
        }

        /// Returns the number of the line on which a value begins.
        func line(of value: JSONValue) -> Int { document.position(of: value.byteRange.lowerBound).line }

        /// The number of bytes without the samples.
        var byteCountBesidesSamples: Int {
            let samples = root["samples"]
            return document.bytes.count - (samples.exists ? samples.byteRange.count : 0)
        }

        /// Returns the bytes of a value as they are written.
        func bytes(of value: JSONValue) -> [UInt8] { Array(document.bytes[value.byteRange]) }
    }
}

/// The problems for which a definition is refused, with their positions.
package struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All problems that were found, at least one.
    package let problems: [ConfigurationProblem]

    /// The maximum number of problems that are reported together.
    static let greatestProblemCount = 20

    /// The first problem.
    package var problem: ConfigurationProblem { problems[0] }

    /// The text of the first problem: `my-museum.json:7:13: "hots" is not part of "about"; did you mean "hosts"?`
    package var description: String { problem.description }

    /// Creates an error about a whole file.
    package init(in path: String, _ message: String) {
        self.init(ConfigurationProblem(in: path, message))
    }

    init(_ problem: ConfigurationProblem) { problems = [problem] }

    /// - Parameter problems: The problems, at least one.
    init(_ problems: [ConfigurationProblem]) {
        precondition(!problems.isEmpty, "a fault says what is wrong")
        self.problems = problems
    }
}

extension JSONLimits {
    /// Limits that permit a few samples of one mebibyte each.
    fileprivate static let definition: JSONLimits = {
        var limits = JSONLimits()
        limits.maximumByteCount = Definition.greatestByteCount
        limits.maximumDepth = 128
        limits.maximumValueCount = 150_000
        return limits
    }()
}
