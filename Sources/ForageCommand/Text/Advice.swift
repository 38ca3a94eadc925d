internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats

/// The advice on errors of the libraries for a person at the command line.
enum Advice {
    /// The sentence on an error, with the option or command that helps.
    static func sentence(on error: any Error) -> String {
        switch error {
        case let error as ConfigurationError: error.problems.map(sentence).joined(separator: "\n")
        case let error as DownloadError: "\(error)" + (addition(to: error) ?? "")
        case let error as ImageError: "\(error)" + (addition(to: error) ?? "")
        case FetchError.keysNotAllowed(let provider, let origin):
            "keys of \(provider) are not sent to \(origin); "
                + "to allow it, use `--allow-origin \(origin)` or your own configuration file"
        case ChannelError.refused(let entry, .keyTo(let origin)):
            "\(error) To allow it, use `forage providers install \(entry.name) --allow-origin \(origin)`."
        case ReplayError.notABundle(let path):
            "\(path) cannot be replayed: it was not written by `--record`."
        default: "\(error)"
        }
    }

    static func sentence(on problem: ConfigurationProblem) -> String {
        switch problem.remedy {
        case .allowOrigin(let origin):
            "\(problem) (forage config path shows where that is) or pass --allow-origin \(origin)"
        case .allowVariable:
            "\(problem) (forage config path shows where that is) or set FORAGE_ALLOW_VARIABLES"
        case .nameDefinitions: "\(problem), or with --definition"
        case nil: "\(problem)"
        }
    }

    /// The advice to add to the reason why a provider was not asked.
    static func addition(to outcome: Outcome) -> String {
        guard outcome.result == .notEnabled else { return "" }
        return NextSteps.command.enabling(outcome.provider).map { "; \($0)" } ?? ""
    }

    private static func addition(to error: DownloadError) -> String? {
        switch error {
        case .tooLarge: "; to allow larger files, use `forage get --max-size`"
        case .unconvertible: "; omit --convert to download it unchanged"
        case .unfinished(let error): addition(to: error)
        default: nil
        }
    }

    private static func addition(to error: ImageError) -> String? {
        if case .lacking = error { "; see `forage doctor`" } else { nil }
    }
}

extension NextSteps {
    /// The next steps that this command offers.
    static let command: NextSteps = {
        var steps = NextSteps()
        steps.enabling = { "to enable it: forage providers enable \($0)" }
        steps.enablingAny = "to enable one: forage providers enable NAME"
        steps.page = { "next page: --cursor \($0)" }
        steps.more = "`forage more` shows the next"
        steps.offline = "If you have no network, --offline searches what is cached."
        steps.findingKeys = "`forage providers` shows where to get each key"
        return steps
    }()
}

extension QueryOptions.Form {
    /// The spelling as options of this command: `--kind photo`.
    static let options = QueryOptions.Form(name: { "--\($0.flag)" }, text: { "--\($0.flag) \($1.quoted)" })
}
