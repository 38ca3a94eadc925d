internal import Essentials
internal import ForageCore
internal import JSON

extension ValuePlan {
    /// The value as a text; of a list, its first.
    func text(_ scope: AnswerScope) -> String? {
        guard steps.isEmpty else { return texts(scope).first }
        return switch source {
        case .at(let path): scope.text(at: path)
        case .text(let template): template.text(scope, encoding: false)
        case .first(let plans): plans.firstResult { $0.text(scope) }
        case .all, .each: texts(scope).first
        }
    }

    /// The value as an address.
    func url(_ scope: AnswerScope) -> WebURL? {
        if case .text(let template) = source, steps.isEmpty {
            return template.text(scope, encoding: true).flatMap { WebURL($0) }
        }
        if case .first(let plans) = source, steps.isEmpty { return plans.firstResult { $0.url(scope) } }
        return text(scope).flatMap { WebURL($0) }
    }

    /// The value as a whole number.
    func integer(_ scope: AnswerScope) -> Int? {
        if case .at(let path) = source, steps.isEmpty, factor == nil, !path.isFromRoot {
            return path.value(in: scope).flexibleInt
        }
        return number(scope).flatMap { Int(exactly: $0.rounded()) }
    }

    func number(_ scope: AnswerScope) -> Double? {
        // Double reads hexadecimal too.
        guard let text = text(scope), !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let number = Double(text), number.isFinite
        else { return nil }
        let scaled = number * (factor ?? 1)
        return scaled.isFinite ? scaled : nil
    }

    func date(_ scope: AnswerScope) -> Date? { text(scope).flatMap(dateForm.date) }

    /// Seconds, or hours, minutes and seconds with colons between. Nothing plays for no time.
    func duration(_ scope: AnswerScope) -> Duration? {
        statedDuration(scope).flatMap { $0 > .zero ? $0 : nil }
    }

    private func statedDuration(_ scope: AnswerScope) -> Duration? {
        let seconds = number(scope) ?? clockSeconds(scope)
        return seconds.flatMap { (0...Self.longestDuration).contains($0) ? .seconds($0) : nil }
    }

    /// The value as a flag; nil for what is neither true nor false.
    func flag(_ scope: AnswerScope) -> Bool? { text(scope).flatMap { Bool($0) } }

    /// What `1:02:03` comes to.
    private func clockSeconds(_ scope: AnswerScope) -> Double? {
        let parts = text(scope)?.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0) }
        guard let parts, (2...3).contains(parts.count) else { return nil }
        return parts.reduce(0 as Double?) { sum, part in
            sum.flatMap { sum in part.map { sum * 60 + Double($0) } }
        }
    }

    /// All texts of the value, in order.
    func texts(_ scope: AnswerScope) -> [String] {
        guard !scope.answer.isExhausted else { return [] }
        var texts = sourceTexts(scope)
        for step in steps {
            if case .join(let separator) = step {
                texts = joined(texts, with: separator, scope)
            } else {
                texts = texts.compactMap { step.applied(to: $0, in: scope.answer) }
            }
        }
        return texts
    }

    private func joined(_ texts: [String], with separator: String, _ scope: AnswerScope) -> [String] {
        let effort = texts.reduce(0) { $0 + $1.utf8.count + separator.utf8.count }
        guard !texts.isEmpty, scope.answer.spend(effort) else { return [] }
        return [texts.joined(separator: separator)]
    }

    private func sourceTexts(_ scope: AnswerScope) -> [String] {
        switch source {
        case .at(let path): scope.texts(at: path)
        case .first(let plans): plans.firstResult { $0.texts(scope).nilWhenEmpty } ?? []
        case .all(let plans): plans.flatMap { $0.texts(scope) }
        case .text(let template): [template.text(scope, encoding: false)].compactMap(\.self)
        case .each(let path, let condition, let plan):
            path.value(in: scope).elements.prefix(Self.greatestListCount).map(scope.with)
                .filter { condition?.isMet(by: $0) ?? true }.flatMap(plan.texts)
        }
    }

    /// More elements than any list has that tells of one item.
    static let greatestListCount = 100
    /// A year.
    private static let longestDuration = 31_536_000.0
}

extension [ValuePlan] {
    /// The first result that is there. Each is asked for once, or what is nested would take as long as it can.
    func firstResult<Result>(_ read: (ValuePlan) -> Result?) -> Result? {
        for plan in self {
            if let result = read(plan) { return result }
        }
        return nil
    }
}

extension Array {
    fileprivate var nilWhenEmpty: [Element]? { isEmpty ? nil : self }
}

extension JSONValue {
    /// A text, a number or a yes or no as a text; of a list, its first.
    var plainText: String? {
        switch kind {
        case .string: isComplete ? text : nil
        case .number: isComplete ? numberAsWritten : nil
        case .bool: bool == true ? "true" : "false"
        case .array: plainTexts.first
        case .missing, .null, .object: nil
        }
    }

    /// The texts of a list; of anything else, its one text.
    var plainTexts: [String] {
        guard kind == .array else { return [plainText].compactMap(\.self) }
        return elements.prefix(ValuePlan.greatestListCount).compactMap {
            $0.kind == .array ? nil : $0.plainText
        }
    }
}
