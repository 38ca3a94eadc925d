import TestPlaces

extension SeededNumbers {
    /// A short text with many special characters.
    mutating func text() -> String {
        let signs = Array(
            "<>&\"';#ampltgt \n\t\r\u{0}\u{85}\u{2028}\u{202E}[](){}\\*_`é🦉e\u{301}".unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &self) {
            if let sign = signs.randomElement(using: &self) { text.append(sign) }
        }
        return String(text)
    }
}
