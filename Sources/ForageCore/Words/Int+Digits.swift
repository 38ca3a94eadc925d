extension Int {
    /// The number in so many digits at least, with zeros before it.
    package func written(in width: Int) -> String {
        let digits = "\(self)"
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
