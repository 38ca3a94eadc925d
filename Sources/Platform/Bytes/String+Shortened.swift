extension String {
    /// The beginning of the text, no longer than so many code points: one character can have any number of marks.
    package func shortened(to scalarCount: Int) -> String { String(unicodeScalars.prefix(scalarCount)) }
}
