internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

extension Command {
    static let svgSize = Command(
        "svg-size", "Print the size of SVG files",
        operands: "FILE|FOLDER|URL|-…", takes: .file,
        options: [
            Output.formatOption(SVGSizeFormat.self),
            Option(
                "policy", value: "POLICY", takes: .oneOf(SVGSizeJob.PolicyName.self),
                help: "How to size an SVG without a size: viewBox (default) or css, as browsers do"),
            Option("strict", help: "Refuse an SVG without the SVG namespace, which browsers do not draw"),
            Option("timeout", "t", value: "TIME", help: "Wait at most this long for a URL (5s)"),
        ] + CacheArguments.options,
        discussion: """
            Reads a file only up to the end of its root element's start tag, and opens no other files. Folders
            are searched for .svg and .svgz files; - is standard input. The exit code is 0 if all files were
            measured, 3 if only some were, and 1 if none were.
            """,
        examples: [
            "forage svg-size logo.svg",
            "forage svg-size icons --format jsonl",
            "forage svg-size https://example.org/logo.svg --policy css",
        ]
    ) { invocation in
        let job = try SVGSizeJob(invocation)
        return await invocation.interruption.cancelling { await job.run() }
    }
}

/// An input to measure.
enum SVGInput: Hashable, Sendable {
    case standardInput
    case web(WebURL)
    case file(FilePath)
    case folder(FilePath)

    init(_ word: String) throws(CommandError) {
        if word == "-" {
            self = .standardInput
        } else if let url = WebURL(word) {
            self = .web(url)
        } else if let scheme = word.firstRange(of: "://").map({ word[..<$0.lowerBound].lowercased() }) {
            throw CommandError.usage(
                ["http", "https"].contains(scheme)
                    ? "This is not a valid \(scheme) URL: it needs a host, a port of at most 65535 if any, and no user name, password or space."
                    : "\(scheme) URLs are not supported: give an http or https URL, or a file.")
        } else {
            let path = FilePath(word)
            self = SVGFolder.isFolder(path) ? .folder(path) : .file(path)
        }
    }

    var isFolder: Bool { if case .folder = self { true } else { false } }
    var isOnWeb: Bool { if case .web = self { true } else { false } }
}

/// Measures the inputs of `forage svg-size` and writes the results as they arrive.
struct SVGSizeJob: Sendable {
    private let invocation: Invocation
    private let inputs: [SVGInput]
    private let policy: SVGSize.Policy
    private let isStrict: Bool
    private let format: SVGSizeFormat
    private let timeout: Duration?
    /// The configuration; nil if no input is on the web.
    private let configuration: Configuration?

    private typealias Measured = Result<SVGSize, MeasuringError>

    enum PolicyName: String, CaseIterable {
        case viewBox, css
    }

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        guard !arguments.words.isEmpty else {
            throw CommandError.usage("Name a file, folder or URL: forage svg-size FILE|FOLDER|URL|-…")
        }
        inputs = try arguments.words.map { word throws(CommandError) in try SVGInput(word) }
        guard inputs.count(where: { $0 == .standardInput }) < 2 else {
            throw CommandError.usage("Standard input can be read only once: give - once.")
        }
        policy = try arguments.choice("policy", as: PolicyName.self) == .css ? .browser : .viewBox
        isStrict = arguments.has("strict")
        format = try arguments.choice("format", as: SVGSizeFormat.self) ?? .table
        timeout = try arguments.duration("timeout")
        // A fault in these options is a fault of the command line, not of a file.
        _ = try CacheArguments.use(arguments)
        configuration = try inputs.contains(where: \.isOnWeb) ? invocation.configuration() : nil
    }

    /// Measures all inputs. Those on the web share one `Forage`; if it cannot be created, the others are still
    /// measured.
    func run() async -> ExitCode {
        let reason: MeasuringError
        do {
            guard let configuration else { throw MeasuringError("there is no configuration") }
            return try await invocation.withForage(configuration) { forage in
                await run { url in
                    do throws(MeasuringError) {
                        return checked(try await forage.svgSize(at: url, within: timeout))
                    } catch {
                        return .failure(error)
                    }
                }
            }
        } catch {
            reason = MeasuringError("\(error)")
        }
        return await run { _ in .failure(reason) }
    }

    private func run(measuring measureURL: (WebURL) async -> Measured) async -> ExitCode {
        var progress = Progress(invocation.terminal, invocation.pipes)
        var report = SVGSizeReport(
            format, policy: policy, isSingle: inputs.count == 1 && !inputs[0].isFolder,
            terminal: invocation.terminal.output)
        var emptyFolders: [String] = []
        var results = ResultStream(invocation.pipes)
        func take(_ found: [MeasuredSVG], total: Int = 1) {
            // Inputs that could not be measured because of the cancellation are omitted.
            let measured = Task.isCancelled ? found.filter { $0.shownReason == nil } : found
            results.write(report.text(of: measured))
            if results.unread != nil { return }
            for result in measured where format == .table { complain(of: result, &progress) }
            if report.count < total { progress.say("Measured \(report.count) of \(total)") }
        }
        for input in inputs where !Task.isCancelled {
            let countBefore = report.count
            switch input {
            case .standardInput:
                take([MeasuredSVG("-", size { () throws(SVGError) in try SVGFile(standardInput: ()) })])
            case .file(let path): take([measured(path)])
            case .web(let url): take([MeasuredSVG(url.text, await measureURL(url))])
            case .folder(let path):
                let findings = SVGFolder(path).findings
                let folder = OpenFolder(path)
                await Parallel.map(findings, { measured($0, in: folder) }) {
                    take($0, total: findings.count)
                }
                if report.count == countBefore { emptyFolders.append("\(path)".onOneLine) }
            }
        }
        progress.clear()
        results.write(report.end)
        return results.unread.map(invocation.pipes.code) ?? exitCode(report, emptyFolders)
    }

    private func exitCode(_ report: SVGSizeReport, _ emptyFolders: [String]) -> ExitCode {
        if Task.isCancelled { return .interrupted }
        if !emptyFolders.isEmpty {
            invocation.pipes.say("forage: No SVG files in \(emptyFolders.inSentence("or")).")
        }
        let failureCount = report.failureCount + emptyFolders.count
        if failureCount == 0 { return .success }
        return failureCount < report.count + emptyFolders.count ? .partial : .failure
    }

    private func complain(of measured: MeasuredSVG, _ progress: inout Progress) {
        guard let reason = measured.shownReason ?? silence(of: measured) else { return }
        progress.clear()
        invocation.pipes.say("\(measured.shownName): \(reason)")
    }

    /// The reason for an empty line, if the person does not see the line itself.
    private func silence(of measured: MeasuredSVG) -> String? {
        guard invocation.terminal.output == nil, case .success(let size) = measured.result,
            size.pixels(policy) == nil
        else { return nil }
        return "it states no size (--policy css calculates one)"
    }

    /// Measures a finding in a folder, in which only ordinary files are considered.
    private func measured(_ finding: SVGFolder.Finding, in folder: OpenFolder) -> MeasuredSVG {
        switch finding {
        case .file(let path): measured(path, foundIn: folder)
        case .unreadable(let path, let fault): MeasuredSVG("\(path)", .failure(MeasuringError("\(fault)")))
        }
    }

    private func measured(_ path: FilePath, foundIn folder: OpenFolder? = nil) -> MeasuredSVG {
        MeasuredSVG("\(path)", size { () throws(SVGError) in try SVGFile(path, foundIn: folder) })
    }

    private func size(of open: () throws(SVGError) -> SVGFile) -> Measured {
        do throws(SVGError) { return checked(try open().size()) } catch {
            return .failure(MeasuringError(error.description))
        }
    }

    private func checked(_ size: SVGSize) -> Measured {
        size.hasNamespace || !isStrict
            ? .success(size) : .failure(MeasuringError("it is not an SVG: its root element has no namespace"))
    }
}
