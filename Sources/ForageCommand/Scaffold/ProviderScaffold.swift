internal import Forage
internal import ForageCore
internal import Platform

/// Creates a provider in a checkout: its folder, and the lines that name it. If that fails, nothing has changed.
struct ProviderScaffold {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run(_ words: ArraySlice<String>) throws -> ExitCode {
        guard !words.isEmpty else {
            throw CommandError.usage("Name the new provider: forage providers new NAME.")
        }
        let checkout = try Checkout(around: FileManager.default.currentDirectoryPath)
        let name = try ProviderName(words.joined(separator: " ")) {
            (try? $0.check(against: checkout)) != nil
        }
        try name.check(against: checkout)
        try checkout.checkUnchanged(CheckoutEdits.paths, invocation.environment)
        let edits = try CheckoutEdits(naming: name, in: checkout)
        try write(ProviderTemplate(name, in: checkout), edits, for: name, in: checkout)
        say(name, edits)
        return .success
    }

    /// Writes the folder first and the line that needs it last, so that the checkout can be built even if the run is
    /// killed.
    private func write(
        _ template: ProviderTemplate, _ edits: CheckoutEdits, for name: ProviderName, in checkout: Checkout
    ) throws {
        let providers = "\(checkout.folder)/Providers"
        let folder = "\(providers)/\(name.module)"
        let unfinished = "\(providers)/.\(name.module)-unfinished"
        LocalFolder.remove(unfinished)
        var replaced: [CheckoutEdits.File] = []
        do {
            try Checkout.checkWritable(providers)
            for file in template.files {
                try LocalFolder.make(Self.folder(of: "\(unfinished)/\(file.path)"), permissions: 0o777)
                try LocalFile.replace("\(unfinished)/\(file.path)", with: Array(file.text.utf8))
            }
            try LocalFile.move(unfinished, to: folder)
            for file in edits.files {
                replaced.append(file)
                try LocalFile.replace("\(checkout.folder)/\(file.path)", with: Array(file.text.utf8))
            }
        } catch {
            for file in replaced {
                try? LocalFile.replace("\(checkout.folder)/\(file.path)", with: Array(file.before.utf8))
            }
            for leftover in [unfinished, folder] { LocalFolder.remove(leftover) }
            throw CommandError.failure("Nothing was changed: \(error)")
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    private func say(_ name: ProviderName, _ edits: CheckoutEdits) {
        let lines = edits.files.map { "\($0.path) (\($0.lineCount.of("line")))" }
        invocation.pipes.write(
            line: """
                Created Providers/\(name.module) with sources, tests, samples and a README.
                Registered it in \(lines.joined(separator: ", ")).
                To test it: NAME=\(name.module) make provider
                Then replace the samples by real answers of the service, and change the sources until the checks pass.
                """)
        if let note = edits.note { invocation.pipes.say(note) }
    }
}

/// The files of a new provider, for a service that searches photos page by page, created from `Templates/Provider` in
/// the checkout. They build, answer from their samples and pass every check; the article “Write a provider” explains
/// them line by line.
struct ProviderTemplate {
    let files: [File]

    struct File {
        /// The path in the provider's folder.
        let path: String
        let text: String
    }

    private static let folder = "Templates/Provider"

    init(_ name: ProviderName, in checkout: Checkout) throws(CommandError) {
        var files: [File] = []
        for path in checkout.files(below: Self.folder) {
            let text = name.filled(into: try checkout.text(of: "\(Self.folder)/\(path)"))
            files.append(File(path: name.filled(into: path), text: text.withSortedImports))
        }
        guard !files.isEmpty else {
            throw CommandError.failure("\(Self.folder) of the checkout has no files.")
        }
        self.files = files
    }
}

extension ProviderName {
    fileprivate func filled(into text: String) -> String {
        text.replacing("__NAME__", with: module).replacing("__ID__", with: id.name)
            .replacing("__KEY__", with: "\(id.name.uppercased())_API_KEY")
    }
}

extension String {
    /// The text with sorted imports, because the place of a module depends on its name.
    fileprivate var withSortedImports: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.prefix { $0.hasPrefix("import ") }
        return (imports.sorted() + lines.dropFirst(imports.count)).joined(separator: "\n")
    }
}
