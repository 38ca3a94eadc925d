internal import JSON

extension JSONWriter {
    mutating func member(_ key: String, _ text: String?) { member(key, text) { $0.string($1) } }

    mutating func member(_ key: String, _ number: Int?) { member(key, number) { $0.number($1) } }

    /// Nanoseconds, which is as fine as the clocks are.
    mutating func member(_ key: String, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        member(key, Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }

    mutating func member<Value>(
        _ key: String, list values: [Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        self.key(key)
        array { writer in for value in values { write(&writer, value) } }
    }

    /// What is not there is not written.
    mutating func member<Value>(
        _ key: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        self.key(key)
        write(&self, value)
    }
}
