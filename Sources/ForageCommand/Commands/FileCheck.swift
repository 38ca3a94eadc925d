internal import Forage
internal import ForageCore
internal import Platform

/// Checks files that a person names, whatever each is: a configuration, the file of keys, or a definition of a
/// provider.
struct FileCheck {
    private let invocation: Invocation
    private let files: ConfigurationFiles

    init(_ invocation: Invocation) {
        self.invocation = invocation
        files = invocation.configurationFiles
    }

    /// Checks every file before it says anything.
    func run(_ paths: [String]) throws {
        let faults = paths.flatMap(faults)
        guard faults.isEmpty else { throw RefusedFiles(faults: faults) }
        for path in paths { invocation.pipes.write(line: "\(path.onOneLine): nothing is wrong.") }
    }

    private func faults(in path: String) -> [String] {
        do throws(LocalFileFault) {
            let file = try LocalFile(path, upTo: Definitions.greatestByteCount)
            guard file.isWhole else { return ["\(path.onOneLine): \(Definitions.excess)"] }
            if Definitions.isDefinition(file.bytes) { return Definitions.check(file.bytes, at: path) }
            return configurationFaults(file.bytes, at: path)
        } catch {
            let reason = error.isMissing ? "there is no such file" : "cannot be read: \(error.reason)"
            return ["\(path.onOneLine): \(reason)"]
        }
    }

    /// What is wrong with the file alone: of the environment nothing counts but what paths hang on.
    private func configurationFaults(_ bytes: [UInt8], at path: String) -> [String] {
        let isOfKeys = path.asFile == files.credentials?.path.asFile
        let layers = isOfKeys ? [] : [layer(bytes, at: path)]
        let environment = invocation.environment.filter { $0.key == "HOME" }
        let named = DefinitionSettings(layers: layers, environment: environment).files
        let definitions = Definitions(
            files, flags: named.map { .init(path, sets: "definitions.files", to: $0) },
            environment: invocation.environment)
        do throws(ConfigurationFault) {
            _ = try Configuration(
                layers: layers, registrations: Forage.builtIn + definitions.registrations,
                environment: environment, credentials: isOfKeys ? files.credentials : nil)
            return []
        } catch {
            return ["\(error)"]
        }
    }

    /// What the file is to a search: one's own may say what one that came with a folder may not.
    private func layer(_ bytes: [UInt8], at path: String) -> ConfigurationLayer {
        let isTooLarge = bytes.count > ConfigurationFiles.greatestByteCount
        let content: FileContent = isTooLarge ? .unreadable("it has more than a mebibyte") : .bytes(bytes)
        let ofFolder = ConfigurationLayer.projectFile(path, content)
        switch files.layers.map(\.origin).first(where: { $0.path?.asFile == path.asFile }) {
        case .userFile: return .userFile(path, content)
        case .projectFile where ConfigurationFile(ofFolder)?.state == .read: return ofFolder
        default: return .namedFile(path, content)
        }
    }
}

extension String {
    /// The one way to write the path of a file.
    fileprivate var asFile: String { URL(filePath: self).standardizedFileURL.path }
}
