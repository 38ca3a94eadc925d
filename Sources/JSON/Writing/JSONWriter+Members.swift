extension JSONWriter {
    /// A member of the object that is being written; what is not there is not written.
    package mutating func member(_ key: String, _ text: String?) { member(key, text) { $0.string($1) } }

    /// A member that is true or false; what is not there is not written.
    package mutating func member(_ key: String, _ flag: Bool?) { member(key, flag) { $0.bool($1) } }

    /// A member that is a whole number; what is not there is not written.
    package mutating func member(_ key: String, _ number: Int?) { member(key, number) { $0.number($1) } }

    /// A member that is a number; what is not there is not written.
    package mutating func member(_ key: String, _ number: Double?) { member(key, number) { $0.number($1) } }

    /// A member that somebody else writes; what is not there is not written.
    package mutating func member<Value>(
        _ key: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        self.key(key)
        write(&self, value)
    }

    /// A member that somebody else writes.
    package mutating func member(_ key: String, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        write(&self)
    }

    /// A member that is a list; one without elements is not written.
    package mutating func member<Value>(
        _ key: String, list values: [Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        self.key(key)
        array { writer in for value in values { write(&writer, value) } }
    }
}
