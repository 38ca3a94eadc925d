extension Double {
    /// The number without a fraction where it has none: `24`, `0.5`.
    package var shortest: String { Int(exactly: self).map(String.init) ?? description }
}
