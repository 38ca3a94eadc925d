internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

extension Command {
    static let svgSize = Command(
        "svg-size", "Say how large SVGs are",
        operands: "FILE|FOLDER|URL|-…", takes: .file,
        options: [
            Output.formatOption(SVGSizeFormat.self),
            Option(
                "policy", value: "POLICY", takes: .oneOf(SVGSizeArguments.PolicyName.self),
                help: "Where no size is stated: viewBox (usual) or css, as browsers do"),
            Option("strict", help: "Refuse an SVG without its namespace, which browsers do not draw"),
            Option("timeout", "t", value: "TIME", help: "Wait at most this long for a URL (5s)"),
        ] + CacheArguments.options,
        discussion: """
            Reads no more of a file than its root element's tag takes, and opens nothing that it names. Folders
            are searched for .svg and .svgz; - is standard input. The exit code is 0 when all were measured, 3
            when some were, 1 when none was.
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

/// What `forage svg-size` was asked for.
struct SVGSizeArguments: Sendable {
    let inputs: [SVGInput]
    let policy: SVGSize.Policy
    let isStrict: Bool
    let format: SVGSizeFormat
    /// Whether one value is wanted rather than a list.
    let isSingle: Bool

    enum PolicyName: String, CaseIterable {
        case viewBox, css
    }

    init(_ arguments: Arguments) throws(CommandError) {
        guard !arguments.words.isEmpty else {
            throw CommandError.usage("Say what to measure: forage svg-size FILE|FOLDER|URL|-…")
        }
        inputs = try arguments.words.map { word throws(CommandError) in try SVGInput(word) }
        guard inputs.count(where: { $0 == .standardInput }) < 2 else {
            throw CommandError.usage("Standard input can be read once: give - once.")
        }
        policy = try arguments.choice("policy", as: PolicyName.self) == .css ? .browser : .viewBox
        isStrict = arguments.has("strict")
        format = try arguments.choice("format", as: SVGSizeFormat.self) ?? .table
        isSingle = inputs.count == 1 && !inputs[0].isFolder
    }
}

/// One of the things to be measured.
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
                    ? "This is not a usable \(scheme) address: it needs a host; a port up to 65535 is allowed, a user name, password or space is not."
                    : "\(scheme) addresses are not supported: give one of http or https, or a file.")
        } else {
            let path = FilePath(word)
            self = SVGFolder.isFolder(path) ? .folder(path) : .file(path)
        }
    }

    var isFolder: Bool { if case .folder = self { true } else { false } }
}

/// Measures what `forage svg-size` was given, and writes the results as they come.
struct SVGSizeJob: Sendable {
    private let invocation: Invocation
    private let arguments: SVGSizeArguments
    private let configuration: Configuration?
    private let timeout: Duration?

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        arguments = try SVGSizeArguments(invocation.arguments)
        timeout = try invocation.arguments.duration("timeout")
        // What is wrong with them is the person's to mend, and no fault of a file.
        _ = try CacheArguments.use(invocation.arguments)
        let asksTheWeb = arguments.inputs.contains { if case .web = $0 { true } else { false } }
        configuration = asksTheWeb ? try invocation.configuration() : nil
    }

    /// One Forage asks for all that is on the web. Where it cannot be had the rest is measured all the same.
    func run() async -> ExitCode {
        guard let configuration else { return await run(asking: nil) }
        do {
            return try await invocation.withForage(configuration) { await run(asking: .success($0)) }
        } catch {
            return await run(asking: .failure(MeasuringError("\(error)")))
        }
    }

    private func run(asking forage: Result<Forage, MeasuringError>?) async -> ExitCode {
        var progress = Progress(invocation.terminal, invocation.pipes)
        var report = SVGSizeReport(
            arguments.format, policy: arguments.policy, isSingle: arguments.isSingle,
            terminal: invocation.terminal.output)
        var emptyFolders: [String] = []
        var results = ResultStream(invocation.pipes)
        for input in arguments.inputs where !Task.isCancelled {
            let countBefore = report.count
            await measure(input, asking: forage) { found, total in
                // Those that could not be looked at any more say nothing of themselves.
                let measured = Task.isCancelled ? found.filter { $0.shownReason == nil } : found
                results.write(report.text(of: measured))
                if results.unread != nil { return }
                for result in measured where arguments.format == .table { complain(of: result, &progress) }
                if report.count < total { progress.say("Measured \(report.count) of \(total)") }
            }
            if case .folder(let path) = input, report.count == countBefore {
                emptyFolders.append("\(path)".onOneLine)
            }
        }
        progress.clear()
        results.write(report.end)
        return results.unread.map(invocation.pipes.code) ?? exitCode(report, emptyFolders)
    }

    private func exitCode(_ report: SVGSizeReport, _ emptyFolders: [String]) -> ExitCode {
        if Task.isCancelled { return .interrupted }
        if !emptyFolders.isEmpty {
            invocation.pipes.say("forage: There is no SVG in \(emptyFolders.inSentence("or")).")
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

    /// What an empty line does not say where nobody sees that it is one.
    private func silence(of measured: MeasuredSVG) -> String? {
        guard invocation.terminal.output == nil, case .success(let size) = measured.result,
            size.pixels(arguments.policy) == nil
        else { return nil }
        return "it states no size (--policy css has one for it)"
    }

    /// Measures one input and hands over what came of it, a folder part by part.
    private func measure(
        _ input: SVGInput, asking forage: Result<Forage, MeasuringError>?,
        _ take: ([MeasuredSVG], _ total: Int) -> Void
    ) async {
        switch input {
        case .standardInput:
            take(
                [MeasuredSVG("-", checked { () throws(SVGError) in try SVGFile(standardInput: ()).size() })],
                1)
        case .file(let path): take([measured(path)], 1)
        case .web(let url): take([MeasuredSVG(url.text, await size(at: url, asking: forage))], 1)
        case .folder(let path):
            let findings = SVGFolder(path).findings
            let folder = OpenFolder(path)
            await SideBySide.map(findings, { measured($0, in: folder) }) { take($0, findings.count) }
        }
    }

    /// Measures what was found in a folder, where only ordinary files are looked for.
    private func measured(_ finding: SVGFolder.Finding, in folder: OpenFolder) -> MeasuredSVG {
        switch finding {
        case .file(let path): measured(path, foundIn: folder)
        case .unreadable(let path, let fault): MeasuredSVG("\(path)", .failure(MeasuringError("\(fault)")))
        }
    }

    private func measured(_ path: FilePath, foundIn folder: OpenFolder? = nil) -> MeasuredSVG {
        MeasuredSVG(
            "\(path)", checked { () throws(SVGError) in try SVGFile(path, foundIn: folder).size() })
    }

    private func checked(_ measure: () throws(SVGError) -> SVGSize) -> Result<SVGSize, MeasuringError> {
        do throws(SVGError) { return checked(try measure()) } catch {
            return .failure(MeasuringError(error.description))
        }
    }

    private func checked(_ size: SVGSize) -> Result<SVGSize, MeasuringError> {
        size.hasNamespace || !arguments.isStrict
            ? .success(size) : .failure(MeasuringError("it is not an SVG: its root element has no namespace"))
    }

    private func size(
        at url: WebURL, asking forage: Result<Forage, MeasuringError>?
    ) async -> Result<SVGSize, MeasuringError> {
        guard let forage else { return .failure(MeasuringError("there is no configuration")) }
        do throws(MeasuringError) {
            return checked(try await forage.get().svgSize(at: url, within: timeout))
        } catch {
            return .failure(error)
        }
    }
}
