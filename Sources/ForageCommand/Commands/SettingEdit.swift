internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import Platform

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
