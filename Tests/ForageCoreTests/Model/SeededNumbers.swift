/// Random numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A short text with many signs that mean something somewhere.
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
