internal import ForageCore

extension Arguments {
    /// A whole number.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageFault) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageFault(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"."
            )
        }
        return number
    }

    /// A time: `5`, `2.5s` or `800ms`.
    func duration(_ name: String) throws(UsageFault) -> Duration? {
        guard let text = value(name) else { return nil }
        let isMilliseconds = text.hasSuffix("ms")
        let digits = isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
        guard let number = Double(decimal: digits), number > 0, number <= (isMilliseconds ? 600_000 : 600)
        else {
            throw UsageFault(
                "--\(name) takes a time such as 5, 2.5s or 800ms, up to ten minutes, not \"\(text)\"."
            )
        }
        return isMilliseconds ? .milliseconds(number) : .seconds(number)
    }

    /// Servers, each by its address.
    func origins(_ name: String) throws(UsageFault) -> [Origin] {
        var origins: [Origin] = []
        for typed in every(name) {
            for text in typed.split(separator: ",", omittingEmptySubsequences: false) {
                guard let url = WebURL(String(text.trimmingWhitespace())), url.pathAndQuery == "/" else {
                    throw UsageFault(
                        "--\(name) takes an origin such as https://api.example.com, not \"\(text)\".")
                }
                origins.append(url.origin)
            }
        }
        return origins
    }

    /// Header fields, each with its value without white space around it. An example says what one looks like to who typed
    /// another thing.
    func fields(_ name: String, like example: String) throws(UsageFault) -> [(name: String, value: Substring)]
    {
        var fields: [(name: String, value: Substring)] = []
        for line in every(name) {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw UsageFault("--\(name) takes \(example), not \"\(line)\".")
            }
            fields.append((String(line[..<colon]), line[line.index(after: colon)...].trimmingWhitespace()))
        }
        return fields
    }

    /// One word of a known few.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, as: Choice.Type
    ) throws(UsageFault) -> Choice? {
        guard let text = value(name) else { return nil }
        return try Self.choice(text, of: "--\(name)")
    }

    /// Several words of a known few.
    func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, as: Choice.Type
    ) throws(UsageFault) -> [Choice] {
        var choices: [Choice] = []
        for text in list(name) { choices.append(try Self.choice(text, of: "--\(name)")) }
        return choices
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, of option: String
    ) throws(UsageFault) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            throw UsageFault.unknown("value of \(option)", text, among: Choice.allCases.map(\.rawValue))
        }
        return choice
    }
}
