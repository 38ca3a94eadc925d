internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import Platform

extension Command {
    static let config = Command(
        "config", "Show, change, check and explain the configuration",
        operands: "show | get | set | unset | check | explain | path | schema [ARGUMENT…]",
        takes: .action([
            .init("show"), .init("get", takes: .sequence([.setting])),
            .init("set", takes: .sequence([.setting, .valueOfSetting("")])),
            .init("unset", takes: .sequence([.setting])), .init("check", takes: .file),
            .init("explain", takes: .setting), .init("path"),
            .init("schema", takes: .words(["definition", "lock"])),
        ]),
        discussion: """
            show     print the configuration in effect, with masked keys
            get      print the value of a setting, a line for each element of a list; the exit code is 1 if
                     it is not set
            set      write a setting into your own file, which is created if needed, after checking the value;
                     the rest of the file is not changed; separate the elements of a list with commas
            unset    remove a setting from your own file
            check    list all errors in the configuration, the variables and the definitions, with file, line
                     and column; or only those in the files you name, configurations or definitions
            explain  show where each setting comes from, which values it accepts and what it does
            path     list the places of configuration files, and whether each file exists
            schema   print the JSON Schema of a configuration file, a definition or credits.lock, for editors
            """,
        examples: [
            "forage config show", "forage config set defaults.limit 50",
            "forage config set defaults.licence commercial", "forage config unset defaults.limit",
            "forage config check museum.json", "forage config explain timeout",
            "forage config explain providers.duckduckgo",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        let action = words.first ?? "show"
        guard let run = actions[action] else {
            throw CommandError.unknown("action of config", action, among: actions.keys.sorted())
        }
        let greatestCount = ["check": Int.max, "explain": 2, "schema": 2, "get": 2, "set": 3, "unset": 2]
        guard words.count <= greatestCount[action] ?? 1 else {
            throw CommandError.unexpected(words[words.count - 1], in: "config")
        }
        return try run(invocation)
    }

    private static let actions: [String: @Sendable (Invocation) throws -> ExitCode] = [
        "show": { invocation in
            invocation.pipes.write(try invocation.configuration().json + [UInt8(ascii: "\n")])
            return .success
        },
        "get": { invocation in
            let value = try invocation.configuration().plainValue(of: try setting(invocation))
            value.forEach(invocation.pipes.write(line:))
            return value.isEmpty ? .failure : .success
        },
        "set": { invocation in
            let name = try setting(invocation)
            guard let text = invocation.arguments.words.dropFirst(2).first else {
                throw CommandError.usage("Give a value: forage config set \(name) VALUE.")
            }
            return try SettingEdit(invocation).set(name, to: text)
        },
        "unset": { invocation in try SettingEdit(invocation).unset(try setting(invocation)) },
        "check": { invocation in
            let named = invocation.arguments.words.dropFirst()
            if !named.isEmpty {
                try FileCheck(invocation).run(Array(named))
                return .success
            }
            let configuration = try ConfigurationCheck(invocation).run()
            for file in configuration.files where file.state == .foreign {
                invocation.pipes.say("\(file.path) is \(file.finding).")
            }
            let files = configuration.files.filter { $0.state == .read }.compactMap(\.layer.path)
            let checked =
                files.isEmpty
                ? "No configuration file is read; the defaults apply" : files.joined(separator: ", ")
            invocation.pipes.write(line: "\(checked): no errors.")
            return .success
        },
        "explain": { invocation in
            let name = invocation.arguments.words.dropFirst().first ?? ""
            for explanation in try invocation.configuration().explanations(of: name) {
                explanation.lines.forEach(invocation.pipes.write(line:))
            }
            return .success
        },
        "path": { invocation in
            // The files are not loaded, so that a faulty file is listed, too.
            let files = invocation.configurationFiles
            let ofKeys = files.credentials.map { [ConfigurationFile($0)] } ?? []
            let all = files.layers.compactMap(ConfigurationFile.init) + ofKeys
            let isAtTerminal = invocation.terminal.output != nil
            // Paths are meant to be copied, so none is shortened.
            let width = isAtTerminal ? all.map(\.path.displayWidth).max() ?? 0 : 0
            for file in all {
                let path = file.path.padded(toWidth: width)
                invocation.pipes.write(line: path + (isAtTerminal ? "  " : "\t") + file.finding)
            }
            return .success
        },
        "schema": { invocation in
            switch invocation.arguments.words.dropFirst().first {
            case nil: invocation.pipes.write(ConfigurationSchema.json(for: invocation.registrations))
            case "definition": invocation.pipes.write(Definitions.schema)
            case "lock": invocation.pipes.write(CreditsLock.schema.utf8)
            case let word?: throw CommandError.unknown("schema", word, among: ["definition", "lock"])
            }
            return .success
        },
    ]

    /// The name of the setting on the command line.
    private static func setting(_ invocation: Invocation) throws(CommandError) -> String {
        let words = invocation.arguments.words
        guard words.count > 1 else {
            throw CommandError.usage("Name a setting: forage config \(words.first ?? "") SETTING.")
        }
        return words[1]
    }
}

extension ConfigurationFile {
    /// The path of the file.
    var path: String { layer.path?.onOneLine ?? "" }

    /// The result of reading it.
    var finding: String {
        switch state {
        case .read: "read"
        case .missing: "not found"
        case .foreign: "not read: a configuration file of Forage has \"$schema\": \"urn:forage:config:1\""
        case .unmarked: "not read: \"$schema\": \"urn:forage:config:1\" is missing"
        case .unreadable(let reason): "not read: \(reason)"
        }
    }
}

/// Checks the whole configuration: definitions, files and variables.
struct ConfigurationCheck {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Checks everything before it reports anything.
    ///
    /// - Returns: The configuration.
    /// - Throws: ``CommandError`` with all faults.
    func run() throws -> Configuration {
        let definitions = invocation.definitions(invocation.configurationFiles)
        var faults = definitions.check()
        var result: Configuration?
        do {
            let configuration = try invocation.configuration(with: definitions)
            result = configuration
            faults += configuration.problemsInNames.map(Advice.sentence)
        } catch let error as ConfigurationError {
            faults.append(Advice.sentence(on: error))
        }
        faults += faultsOfVariables(result, Forage.builtIn + definitions.registrations)
        guard let result, faults.isEmpty else { throw CommandError.configuration(faults) }
        return result
    }

    /// The faults of variables. If the files have faults, the variables are checked without them.
    private func faultsOfVariables(
        _ configuration: Configuration?, _ registrations: [Registration]
    ) -> [String] {
        let environment = invocation.environment
        let usable =
            try? configuration ?? (try? Configuration(registrations: registrations, environment: environment))
            ?? Configuration(registrations: registrations)
        do throws(ConfigurationError) {
            try usable?.checkVariables(environment, allowing: ProgramVariables.all)
            return []
        } catch {
            return [Advice.sentence(on: error)]
        }
    }
}

/// Checks files that a person names: configurations, the file of keys, or definitions of providers.
struct FileCheck {
    private let invocation: Invocation
    private let files: ConfigurationFiles

    init(_ invocation: Invocation) {
        self.invocation = invocation
        files = invocation.configurationFiles
    }

    /// Checks every file before it reports anything.
    func run(_ paths: [String]) throws {
        let faults = paths.flatMap(faults)
        guard faults.isEmpty else { throw CommandError.configuration(faults) }
        for path in paths { invocation.pipes.write(line: "\(path.onOneLine): no errors.") }
    }

    private func faults(in path: String) -> [String] {
        do throws(FileError) {
            let file = try LocalFile(path, upTo: Definitions.greatestByteCount)
            guard file.isWhole else { return ["\(path.onOneLine): \(Definitions.excess)"] }
            if Definitions.isDefinition(file.bytes) { return Definitions.check(file.bytes, at: path) }
            return configurationFaults(file.bytes, at: path)
        } catch {
            let reason = error.isMissing ? "no such file" : "cannot be read: \(error.reason)"
            return ["\(path.onOneLine): \(reason)"]
        }
    }

    /// The faults of the file alone. The only environment variable considered is `HOME`, because paths depend on it.
    private func configurationFaults(_ bytes: [UInt8], at path: String) -> [String] {
        let isOfKeys = path.asFile == files.credentials?.path.asFile
        let layers = isOfKeys ? [] : [layer(bytes, at: path)]
        let environment = invocation.environment.filter { $0.key == "HOME" }
        let named = DefinitionSettings(layers: layers, environment: environment).files
        let definitions = Definitions(
            files, flags: named.map { .init(path, sets: "definitions.files", to: $0) },
            environment: invocation.environment)
        do throws(ConfigurationError) {
            _ = try Configuration(
                layers: layers, registrations: Forage.builtIn + definitions.registrations,
                environment: environment, credentials: isOfKeys ? files.credentials : nil)
            return []
        } catch {
            return [Advice.sentence(on: error)]
        }
    }

    /// The file as a layer of the configuration. A person's own file may set more than the file of a folder.
    private func layer(_ bytes: [UInt8], at path: String) -> ConfigurationLayer {
        let isTooLarge = bytes.count > ConfigurationFiles.greatestByteCount
        let content: FileContent = isTooLarge ? .unreadable("it is larger than 1 MiB") : .bytes(bytes)
        let ofFolder = ConfigurationLayer.projectFile(path, content)
        switch files.layers.map(\.origin).first(where: { $0.path?.asFile == path.asFile }) {
        case .userFile: return .userFile(path, content)
        case .projectFile where ConfigurationFile(ofFolder)?.state == .read: return ofFolder
        default: return .namedFile(path, content)
        }
    }
}

extension String {
    /// The standardized path, so that paths of the same file are equal.
    fileprivate var asFile: String { URL(filePath: self).standardizedFileURL.path }
}

/// Changes single settings in the person's own configuration file.
struct SettingEdit {
    private let invocation: Invocation
    private let files: ConfigurationFiles
    private let editor: ConfigurationEditor

    init(_ invocation: Invocation) {
        self.invocation = invocation
        files = invocation.configurationFiles
        editor = ConfigurationEditor(invocation.registrations)
    }

    func set(_ name: String, to text: String) throws -> ExitCode {
        let path = try edit { bytes, file in try editor.setting(name, to: text, in: bytes, of: file) }
        invocation.pipes.write(line: "\(name) is now \(text.printable(upTo: 300)) in \(path.onOneLine).")
        return try checkPrecedence(of: name)
    }

    func unset(_ name: String) throws -> ExitCode {
        let path = try edit { bytes, file in
            guard let edited = try editor.removing(name, in: bytes, of: file) else {
                throw CommandError.failure("\(name) is not set in \((file.path ?? "").onOneLine).")
            }
            return edited
        }
        invocation.pipes.write(line: "\(name) is no longer set in \(path.onOneLine).")
        return .success
    }

    /// Edits the file, unless that would cause a problem that it did not have before.
    private func edit(
        _ change: ([UInt8], ConfigurationLayer.Origin) throws -> [UInt8]
    ) throws -> String {
        guard let own = files.own, let path = own.path else { throw CommandError.noConfigurationFolder }
        try LocalFile.edit(path, upTo: ConfigurationFiles.greatestByteCount) { bytes in
            let edited = try change(bytes, own)
            let known = Set(problems(in: bytes).map(\.message))
            let new = problems(in: edited).filter { !known.contains($0.message) }
            guard new.isEmpty else {
                throw CommandError.configuration(
                    new.map { Advice.sentence(on: $0) } + ["The file was not changed."])
            }
            return edited
        }
        return path
    }

    /// The problems of the whole configuration if the own file has this content.
    private func problems(in bytes: [UInt8]) -> [ConfigurationProblem] {
        let files = bytes.isEmpty ? self.files : self.files.replacingOwn(with: bytes)
        let definitions = invocation.definitions(files)
        do throws(ConfigurationError) {
            let configuration = try Configuration(
                files, Forage.builtIn + definitions.registrations, environment: invocation.environment)
            return definitions.problems + configuration.problemsInNames
        } catch {
            return definitions.problems + error.problems
        }
    }

    /// Reports a stronger layer that overrides the new value.
    private func checkPrecedence(of name: String) throws -> ExitCode {
        guard let now = try? invocation.configuration(),
            let origin = try now.explanations(of: name).first?.origin, origin.layer != files.own
        else { return .success }
        invocation.pipes.say("forage: It has no effect here: \(origin.inWords) takes precedence.")
        return .failure
    }
}

extension Configuration {
    /// The problem of the template for file names, which the configuration itself cannot parse.
    var problemsInNames: [ConfigurationProblem] {
        guard let name = defaults(for: .get).name else { return [] }
        do throws(SyntaxError) {
            _ = try FileNameTemplate(name)
            return []
        } catch {
            let origin = (try? explanations(of: "defaults.get.name"))?.first?.origin
            return [ConfigurationProblem(origin: origin ?? .defaults, message: "\(error)")]
        }
    }
}
