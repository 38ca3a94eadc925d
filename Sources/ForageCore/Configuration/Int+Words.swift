extension Int {
    /// The number with what is counted: `1 item`, `2 items`.
    package func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
