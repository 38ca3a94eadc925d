internal import ForageCore
internal import JSON

extension JSONValue {
    /// A text that has to be there.
    func text(_ key: String) throws(BundleProblem) -> String {
        guard let text = self[key].string else { throw BundleProblem(self, "the text \"\(key)\" is missing") }
        return text
    }

    /// A whole number that has to be there.
    func number(_ key: String) throws(BundleProblem) -> Int {
        guard let number = self[key].int else {
            throw BundleProblem(self, "the number \"\(key)\" is missing")
        }
        return number
    }

    func nanoseconds(_ key: String) throws(BundleProblem) -> Duration { .nanoseconds(try number(key)) }

    func provider(_ key: String = "provider") throws(BundleProblem) -> ProviderID {
        try read(text(key), "name of a provider") { ProviderID($0) }
    }

    func url(_ key: String) throws(BundleProblem) -> WebURL {
        try read(text(key), "address") { WebURL($0) }
    }

    /// What a text stands for.
    func read<Value>(
        _ text: String, _ noun: String, _ read: (String) -> Value?
    ) throws(BundleProblem) -> Value {
        guard let value = read(text) else {
            throw BundleProblem(self, "\"\(text.onOneLine.prefix(60))\" is not a known \(noun)")
        }
        return value
    }

    func list<Value>(
        _ key: String, _ read: (JSONValue) throws(BundleProblem) -> Value
    ) throws(BundleProblem) -> [Value] {
        var values: [Value] = []
        for element in self[key].elements { values.append(try read(element)) }
        return values
    }
}

extension JSONWriter {
    /// Nanoseconds, which is as fine as the clocks are.
    mutating func member(_ key: String, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        member(key, Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
