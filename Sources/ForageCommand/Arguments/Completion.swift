/// What may stand in one place of the command line, for shells that complete it.
indirect enum Completion: Sendable {
    /// Nothing that could be guessed.
    case nothing
    case words([String])
    /// The name of a file.
    case file
    /// The name of a provider.
    case provider
    /// The ID of a result of the last search.
    case result
    /// The name of a setting.
    case setting
    /// The words of a query, of which fields and their values can be guessed.
    case query
    /// Several of these, with commas between them.
    case list(Completion)
    /// A word that decides what may follow it.
    case action([Action])
    /// One thing first, then others.
    case sequence([Completion])

    struct Action: Sendable {
        let name: String
        let takes: Completion

        init(_ name: String, takes: Completion = .nothing) {
            self.name = name
            self.takes = takes
        }
    }

    /// One of the words that an argument is read as.
    static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> Completion {
        .words(Choice.allCases.map(\.rawValue))
    }

    /// What may stand behind these words.
    func after(_ words: some Collection<String>) -> Completion {
        switch self {
        case .action(let actions):
            guard let first = words.first else { return .words(actions.map(\.name)) }
            let action = actions.first { $0.name == first }
            return (action?.takes ?? .nothing).after(words.dropFirst())
        case .sequence(let places):
            return words.count < places.count ? places[words.count] : .nothing
        default: return self
        }
    }
}
