internal import JSON

extension JSONWriter {
    /// Nanoseconds, which is as fine as the clocks are.
    mutating func member(_ key: String, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        member(key, Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
