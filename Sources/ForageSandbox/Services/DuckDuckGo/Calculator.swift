/// Calculates expressions such as `2 + 3 * (4 - 1)`.
struct Calculator {
    private var rest: Substring

    /// Returns the result; nil unless the whole text is an expression with a finite result.
    static func answer(to text: String) -> String? {
        let characters = text.filter { $0 != " " }
        let isSum = characters.dropFirst().contains { "+-*/".contains($0) }
        guard isSum, characters.count <= 100 else { return nil }
        var calculator = Calculator(rest: Substring(characters))
        guard let value = calculator.sum(), calculator.rest.isEmpty, value.isFinite else { return nil }
        let whole = Int(exactly: value)
        return whole.map(String.init) ?? String(value)
    }

    private init(rest: Substring) {
        self.rest = rest
    }

    private mutating func sum() -> Double? {
        chain(of: ["+", "-"], { $0.product() })
    }

    private mutating func product() -> Double? {
        chain(of: ["*", "/"], { $0.factor() })
    }

    private mutating func chain(
        of signs: Set<Character>, _ operand: (inout Calculator) -> Double?
    ) -> Double? {
        var value = operand(&self)
        while let sign = rest.first, signs.contains(sign) {
            rest.removeFirst()
            guard let left = value, let right = operand(&self) else { return nil }
            value = Self.apply(sign, left, right)
        }
        return value
    }

    private static func apply(_ sign: Character, _ left: Double, _ right: Double) -> Double {
        switch sign {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        default: left / right
        }
    }

    private mutating func factor() -> Double? {
        if rest.first == "-" {
            rest.removeFirst()
            return factor().map { -$0 }
        }
        guard rest.first == "(" else { return number() }
        rest.removeFirst()
        guard let value = sum(), rest.popFirst() == ")" else { return nil }
        return value
    }

    private mutating func number() -> Double? {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        rest = rest.dropFirst(digits.count)
        return Double(digits)
    }
}
