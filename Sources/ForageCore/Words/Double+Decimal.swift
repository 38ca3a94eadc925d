extension Double {
    /// Reads a number as people write it: `2.5`, and neither `0x5` nor `nan`.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) else { return nil }
        self.init(String(text))
    }
}
