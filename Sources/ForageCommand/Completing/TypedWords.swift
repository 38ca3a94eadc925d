/// The words before the one that is being typed, as far as completion needs to know them. Nothing in them is
/// wrong, for the line is not finished.
struct TypedWords {
    /// What is not an option, in order.
    private(set) var operands: [String] = []
    /// The option whose value comes next.
    private(set) var pending: Option?
    /// Whether `--` has ended the options.
    private(set) var isPastOptions = false
    private var given: Set<String> = []

    init(_ words: some Sequence<String>, options: [Option]) {
        for word in words {
            if pending != nil {
                pending = nil
            } else if isPastOptions || !word.hasPrefix("-") || word == "-" {
                operands.append(word)
            } else if word == "--" {
                isPastOptions = true
            } else if word.hasPrefix("--") {
                take(options.first { $0.isSpelled(word) }, isComplete: word.contains("="))
            } else {
                take(letters: word.dropFirst(), options)
            }
        }
    }

    func allows(_ option: Option) -> Bool { option.repeats || !given.contains(option.name) }

    private mutating func take(letters: Substring, _ options: [Option]) {
        for (place, letter) in letters.enumerated() {
            let option = options.first { $0.letter == letter }
            take(option, isComplete: place + 1 < letters.count)
            if option?.takesNext == true { return }
        }
    }

    private mutating func take(_ option: Option?, isComplete: Bool) {
        guard let option else { return }
        given.insert(option.name)
        if option.takesNext, !isComplete { pending = option }
    }
}
