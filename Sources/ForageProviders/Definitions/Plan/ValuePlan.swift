internal import ForageCore
internal import JSON
internal import Platform

/// A plan for reading a value: its source and the steps that transform it.
struct ValuePlan: Sendable {
    let source: Source
    var steps: [ValueStep] = []
    /// The conditions without which there is no value.
    var conditions: [Condition] = []
    /// The byte offset of the value in the definition.
    var offset = 0

    indirect enum Source: Sendable {
        case at(AnswerPath)
        case first([ValuePlan])
        case all([ValuePlan])
        case each(AnswerPath, where: [Condition], ValuePlan)
        case text(Template)
        case lookup(Lookup)
    }

    /// A value inside the member of an object, or the element of a list, that another value names.
    struct Lookup: Sendable {
        let table: AnswerPath
        let name: ValuePlan
        /// The path of the name in an element; nil if the table is an object.
        let key: AnswerPath?
        let value: ValuePlan
    }

    /// The path to report if there is no value.
    var mainPath: AnswerPath? {
        switch source {
        case .at(let path), .each(let path, _, _): path
        case .lookup(let lookup): lookup.name.mainPath
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
            whole.conditions += conditions
            return whole
        }
    }

    /// Returns the value as a text; for a list, its first element.
    func text(_ scope: AnswerScope) -> String? {
        guard steps.isEmpty, conditions.isEmpty else { return texts(scope).first }
        return switch source {
        case .at(let path): scope.text(at: path)
        case .text(let template): template.text(scope, encoding: false)
        case .first(let plans): plans.firstResult { $0.text(scope) }
        case .all, .each, .lookup: texts(scope).first
        }
    }

    /// Returns the value as an address.
    func url(_ scope: AnswerScope) -> WebURL? {
        guard conditions.areMet(by: scope) else { return nil }
        if case .text(let template) = source, steps.isEmpty {
            return template.text(scope, encoding: true).flatMap { WebURL($0) }
        }
        if case .first(let plans) = source, steps.isEmpty { return plans.firstResult { $0.url(scope) } }
        return text(scope).flatMap { WebURL($0) }
    }

    /// Returns the value as a whole number.
    func integer(_ scope: AnswerScope) -> Int? {
        if case .at(let path) = source, steps.isEmpty, conditions.isEmpty, path.isFromRecord, !path.hasAny {
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
        let seconds = number(scope) ?? text(scope).flatMap(DurationText.seconds)
        return seconds.flatMap { (0...Self.longestDuration).contains($0) ? .seconds($0) : nil }
    }

    /// Returns the value as a Boolean; nil if it is neither true nor false.
    func flag(_ scope: AnswerScope) -> Bool? { text(scope).flatMap { Bool($0) } }

    /// Returns the width and height in a text such as `1024 x 768`.
    func size(_ scope: AnswerScope) -> PixelSize? {
        guard let text = text(scope) else { return nil }
        let numbers = text.split { !("0"..."9").contains($0) }
        return numbers.count == 2 ? PixelSize(width: Int(numbers[0]), height: Int(numbers[1])) : nil
    }

    /// Returns all texts of the value, in order.
    func texts(_ scope: AnswerScope) -> [String] {
        guard !scope.answer.isExhausted, conditions.areMet(by: scope) else { return [] }
        return steps.reduce(sourceTexts(scope)) { texts, step in step.applied(to: texts, in: scope.answer) }
    }

    private func sourceTexts(_ scope: AnswerScope) -> [String] {
        switch source {
        case .at(let path): scope.texts(at: path)
        case .first(let plans): plans.firstResult { $0.texts(scope).nilWhenEmpty } ?? []
        case .all(let plans): plans.flatMap { $0.texts(scope) }
        case .text(let template): [template.text(scope, encoding: false)].compactMap(\.self)
        case .each(let path, let conditions, let plan):
            path.elements(in: scope).map(scope.inside).filter(conditions.areMet).flatMap(plan.texts)
        case .lookup(let lookup): lookup.scope(scope).map(lookup.value.texts) ?? []
        }
    }

    /// The maximum number of elements that are read of a list, which is more than a list about one item has.
    static let greatestListCount = 100
    /// The maximum duration in seconds, which is a year.
    private static let longestDuration = 31_536_000.0
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

extension Array {
    fileprivate var nilWhenEmpty: [Element]? { isEmpty ? nil : self }
}

extension ValuePlan.Lookup {
    /// Returns the scope of the member or element that is named; nil if there is none.
    fileprivate func scope(_ scope: AnswerScope) -> AnswerScope? {
        let table = table.value(in: scope)
        guard let name = name.text(scope), scope.answer.spend(table.byteRange.count / Self.bytesForEffort)
        else {
            return nil
        }
        guard let key else {
            let member = table[name]
            return member.exists ? scope.inside(member) : nil
        }
        return table.elements.lazy.map(scope.inside).first { key.value(in: $0).plainText == name }
    }

    /// The number of bytes of a table that can be searched for the effort of one copied byte.
    private static let bytesForEffort = 16
}
