extension Int {
    /// The number with what is counted: `1 item`, `2 items`.
    package func of(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
