package import ForageCore
internal import JSON

/// A provider that a file describes.
///
/// What it says of itself is read at once, the rest when the provider is first asked: most of those that are
/// installed are not asked in most runs.
package struct Definition: Sendable {
    /// What the provider says of itself.
    package let info: ProviderInfo
    /// Where the definition was read.
    package var path: String { text.path }

    let text: Text
    private let isUsuallyEnabled: Bool

    /// The most bytes that a definition may have.
    package static let greatestByteCount = 8 << 20

    /// What it says is done for every item, so it must not be much.
    private static let greatestByteCountBesidesSamples = 64 << 10

    /// Reads what the provider says of itself.
    package init(_ bytes: [UInt8], at path: String) throws(DefinitionError) {
        text = try Text(bytes, at: path)
        guard text.byteCountBesidesSamples <= Self.greatestByteCountBesidesSamples else {
            throw DefinitionError(
                in: path,
                "all but its samples has more than \(Self.greatestByteCountBesidesSamples) bytes; say less")
        }
        try text.checkVersion()
        let description = text.root["about"]
        guard text.root.kind == .object, description.exists else {
            throw text.fault(text.root, "\"about\" is missing here, which says what the provider is")
        }
        if text.root["program"].exists {
            try text.check(text.root, as: .object(DefinitionFormat.rootWithProgram))
        } else if let form = DefinitionFormat.root["about"]?.form, !text.isMet(form, by: description) {
            try text.check(text.root, as: .object(DefinitionFormat.root))
        }
        info = try text.info()
        isUsuallyEnabled = description["enabled"].bool ?? true
        if let obstacle = program?.obstacle {
            throw text.fault(text.root["program"]["command"][0], obstacle)
        }
    }

    /// Whether a file is meant to be a definition, right or wrong.
    package static func isMeant(by bytes: [UInt8]) -> Bool {
        guard let root = (try? JSONDocument(bytes, mode: .tolerant))?.root else { return false }
        let mark = root["$schema"]
        // Of whatever version: what is wrong with another is told as a definition's fault.
        return mark.exists ? mark.string?.hasPrefix(DefinitionFormat.family) == true : root["about"].exists
    }

    /// The provider as the catalogue would list it.
    package var registration: Registration {
        let provider: any Provider = program ?? DefinedProvider(self)
        return Registration(info, isUsuallyEnabled: isUsuallyEnabled) { _ in provider }
    }

    /// The program that does the provider's work, where one does.
    private var program: ProgramProvider? {
        let command = text.root["program"]["command"].elements.compactMap(\.string)
        guard !command.isEmpty else { return nil }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let memory = text.root["program"]["memory"].int ?? 1024
        return ProgramProvider(info, command: command, in: folder, memory: memory)
    }

    /// What is wrong with its name, where that stands.
    package func nameFault(_ message: String) -> DefinitionError {
        text.fault(text.root["about"]["id"], message)
    }

    /// What stands in for a definition that cannot even say what its provider is: it is never asked, and says why.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Where it is.
    ///   - fault: Why it is refused.
    /// - Returns: A provider of the definition's own name, or of the file's; nil where neither is a name.
    package static func standIn(
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

    /// Checks everything: the form, every address and pointer, and that the samples say what they should.
    ///
    /// - Throws: ``DefinitionError`` with what is wrong with the form, else with addresses and pointers, else with the
    ///   first sample that does not prove it.
    package func check() throws(DefinitionError) {
        // Of one with a program there is nothing more than was read at once.
        if program == nil { _ = try checkedPlan() }
    }

    /// The answers that prove the definition, and what comes of them.
    func samples() throws(DefinitionError) -> [SampleAnswer] {
        try SampleCheck(text: text, info: info, plan: try checkedPlan()).samples()
    }

    /// The plan that the definition comes to, proved by its samples.
    func checkedPlan() throws(DefinitionError) -> Plan {
        try text.check(text.root, as: .object(DefinitionFormat.root))
        let compiler = PlanCompiler(text: text, info: info)
        let plan = try compiler.plan()
        try SampleCheck(text: text, info: info, plan: plan).run()
        return plan
    }
}

extension Definition {
    /// The file as it was read, with the places of what stands in it.
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

        /// The bytes that say what is done.
        var byteCountBesidesSamples: Int {
            let samples = root["samples"]
            return document.bytes.count - (samples.exists ? samples.byteRange.count : 0)
        }

        /// The bytes of a value as they are written.
        func bytes(of value: JSONValue) -> [UInt8] { Array(document.bytes[value.byteRange]) }
    }
}

/// Why a definition is refused: what is wrong with it, and where.
package struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All that could be told at once; there is at least one.
    package let problems: [ConfigurationProblem]

    /// The most that is told at once.
    static let greatestProblemCount = 20

    /// The first of them.
    package var problem: ConfigurationProblem { problems[0] }

    /// The first as it is printed: `my-museum.json:7:13: "hots" is no part of "info"; did you mean "hosts"?`
    package var description: String { problem.description }

    /// Says what is wrong with a whole file.
    package init(in path: String, _ message: String) {
        self.init(ConfigurationProblem(in: path, message))
    }

    init(_ problem: ConfigurationProblem) { problems = [problem] }

    /// - Parameter problems: At least one.
    init(_ problems: [ConfigurationProblem]) {
        precondition(!problems.isEmpty, "a fault says what is wrong")
        self.problems = problems
    }
}

extension JSONLimits {
    /// Room for a few samples of a mebibyte each.
    fileprivate static let definition: JSONLimits = {
        var limits = JSONLimits()
        limits.maximumByteCount = Definition.greatestByteCount
        limits.maximumDepth = 128
        limits.maximumValueCount = 150_000
        return limits
    }()
}
