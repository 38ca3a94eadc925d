internal import ForageCore
internal import JSON
internal import Markup
internal import Platform

/// A plan for reading a value: its source and the steps that transform it.
struct ValuePlan: Sendable {
    let source: Source
    var steps: [ValueStep] = []
    /// The byte offset of the value in the definition.
    var offset = 0

    indirect enum Source: Sendable {
        case at(AnswerPath)
        case first([ValuePlan])
        case all([ValuePlan])
        case each(AnswerPath, where: [Condition], ValuePlan)
        case text(Template)
    }

    /// The path to report if there is no value.
    var mainPath: AnswerPath? {
        switch source {
        case .at(let path), .each(let path, _, _): path
        case .first(let plans), .all(let plans): plans.firstResult(\.mainPath)
        case .text(let template): template.paths.first
        }
    }
}

extension ValuePlan {
    /// The plans of which each must give a value in a sample: the alternatives of `first`, or else the plan itself.
    var alternatives: [ValuePlan] {
        guard case .first(let plans) = source else { return [self] }
        return plans.flatMap(\.alternatives).map { plan in
            var whole = plan
            whole.steps += steps
            return whole
        }
    }

    /// Returns the value as a text; for a list, its first element.
    func text(_ scope: AnswerScope) -> String? {
        guard steps.isEmpty else { return texts(scope).first }
        return switch source {
        case .at(let path): scope.text(at: path)
        case .text(let template): template.text(scope, encoding: false)
        case .first(let plans): plans.firstResult { $0.text(scope) }
        case .all, .each: texts(scope).first
        }
    }

    /// Returns the value as an address.
    func url(_ scope: AnswerScope) -> WebURL? {
        if case .text(let template) = source, steps.isEmpty {
            return template.text(scope, encoding: true).flatMap { WebURL($0) }
        }
        if case .first(let plans) = source, steps.isEmpty { return plans.firstResult { $0.url(scope) } }
        return text(scope).flatMap { WebURL($0) }
    }

    /// Returns the value as a whole number.
    func integer(_ scope: AnswerScope) -> Int? {
        if case .at(let path) = source, steps.isEmpty, !path.isFromRoot {
            return path.value(in: scope).flexibleInt
        }
        return number(scope).flatMap { Int(exactly: $0.rounded()) }
    }

    func number(_ scope: AnswerScope) -> Double? { text(scope).flatMap(\.decimalNumber) }

    func date(_ scope: AnswerScope) -> Date? {
        guard case .date(let form)? = steps.last else { return text(scope).flatMap(DateForm.any.date) }
        var plan = self
        plan.steps.removeLast()
        return plan.text(scope).flatMap(form.date)
    }

    /// Returns a duration in seconds, or in hours, minutes and seconds separated by colons; nil for zero.
    func duration(_ scope: AnswerScope) -> Duration? {
        statedDuration(scope).flatMap { $0 > .zero ? $0 : nil }
    }

    /// Indicates whether the value is a duration, even if it is zero.
    func isDuration(_ scope: AnswerScope) -> Bool { statedDuration(scope) != nil }

    private func statedDuration(_ scope: AnswerScope) -> Duration? {
        let seconds = number(scope) ?? clockSeconds(scope)
        return seconds.flatMap { (0...Self.longestDuration).contains($0) ? .seconds($0) : nil }
    }

    /// Returns the value as a Boolean; nil if it is neither true nor false.
    func flag(_ scope: AnswerScope) -> Bool? { text(scope).flatMap { Bool($0) } }

    /// Returns the number of seconds in a text such as `1:02:03`.
    private func clockSeconds(_ scope: AnswerScope) -> Double? {
        let parts = text(scope)?.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0) }
        guard let parts, (2...3).contains(parts.count) else { return nil }
        return parts.reduce(0 as Double?) { sum, part in
            sum.flatMap { sum in part.map { sum * 60 + Double($0) } }
        }
    }

    /// Returns all texts of the value, in order.
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
        case .each(let path, let conditions, let plan):
            path.value(in: scope).elements.prefix(Self.greatestListCount).map(scope.with)
                .filter(conditions.areMet).flatMap(plan.texts)
        }
    }

    /// The maximum number of elements that are read of a list, which is more than a list about one item has.
    static let greatestListCount = 100
    /// The maximum duration in seconds, which is a year.
    private static let longestDuration = 31_536_000.0
}

/// A transformation of a text.
enum ValueStep: Sendable {
    case html
    case encode
    case https
    case prefix(String)
    case suffix(String)
    case drop(String)
    case after(String)
    case before(String)
    case replace(String, by: String)
    case join(String)
    case map([String: String], others: String?)
    /// Reads a number and multiplies it.
    case number(times: Double)
    /// Reads a date, and writes it as `2024-05-31T10:00:00Z`.
    case date(DateForm)

    func applied(to text: String, in answer: AnswerReading) -> String? {
        guard answer.spend(effort(on: text)) else { return nil }
        return switch self {
        case .html: text.withoutMarkup
        case .encode: PercentEncoding.encode(text)
        case .https: text.hasPrefix("http:") ? "https:" + text.dropFirst("http:".count) : text
        case .prefix(let start): start + text
        case .suffix(let end): text + end
        case .drop(let start):
            text.utf8.starts(with: start.utf8) ? String(text.dropFirst(utf8: start.utf8.count)) : text
        case .after(let mark): text.lastRange(of: mark).map { String(text[$0.upperBound...]) }
        case .before(let mark): text.utf8.firstRange(of: mark.utf8).map { String(text[..<$0.lowerBound]) }
        case .replace(let old, let new):
            text.lastRange(of: old).map { text.replacingCharacters(in: $0, with: new) }
        case .join: text
        case .map(let texts, let others): texts[text] ?? others
        case .number(let factor): text.decimalNumber.flatMap { ($0 * factor).asDecimal }
        case .date(let form): form.date(text)?.iso8601
        }
    }

    /// Returns the cost of the step, as a number of copied bytes.
    private func effort(on text: String) -> Int {
        switch self {
        case .html: text.utf8.count * Self.effortOfMarkup
        case .encode: text.utf8.count * 3
        case .prefix(let more), .suffix(let more), .replace(_, let more): text.utf8.count + more.utf8.count
        case .map(let texts, let others): max(texts[text]?.utf8.count ?? 0, others?.utf8.count ?? 0)
        case .https, .drop, .after, .before, .join, .number, .date: text.utf8.count
        }
    }

    private static let effortOfMarkup = 4
}

extension [ValuePlan] {
    /// Returns the first result that is not nil. Each plan is read only once, to limit the work for nested plans.
    func firstResult<Result>(_ read: (ValuePlan) -> Result?) -> Result? {
        for plan in self {
            if let result = read(plan) { return result }
        }
        return nil
    }
}

extension JSONValue {
    /// A text, number or Boolean as a text; for a list, its first element.
    var plainText: String? {
        switch kind {
        case .string: isComplete ? text : nil
        case .number: isComplete ? numberAsWritten : nil
        case .bool: bool == true ? "true" : "false"
        case .array: plainTexts.first
        case .missing, .null, .object: nil
        }
    }

    /// The texts of a list, or the one text of any other value.
    var plainTexts: [String] {
        guard kind == .array else { return [plainText].compactMap(\.self) }
        return elements.prefix(ValuePlan.greatestListCount).compactMap {
            $0.kind == .array ? nil : $0.plainText
        }
    }
}

extension String {
    /// The number in a text without anything else; nil for an infinite one. `Double` also accepts hexadecimal numbers.
    fileprivate var decimalNumber: Double? {
        guard !utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }), let number = Double(self) else {
            return nil
        }
        return number.isFinite ? number : nil
    }

    /// Returns the text after the first bytes, which must be whole characters.
    fileprivate func dropFirst(utf8 count: Int) -> Substring { Substring(utf8.dropFirst(count)) }

    fileprivate func lastRange(of mark: String) -> Range<Index>? { utf8.ranges(of: mark.utf8).last }

    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}

extension Double {
    /// The number as a text, without a fraction if it is whole; nil if it is infinite.
    fileprivate var asDecimal: String? {
        guard isFinite else { return nil }
        return Int(exactly: self).map(String.init) ?? "\(self)"
    }
}

extension Array {
    fileprivate var nilWhenEmpty: [Element]? { isEmpty ? nil : self }
}
