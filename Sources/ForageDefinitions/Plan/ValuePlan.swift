internal import ForageCore
internal import JSON

/// How one value is read: where from, and what is done to it.
struct ValuePlan: Sendable {
    let source: Source
    var steps: [ValueStep] = []
    /// How a date is written there.
    var dateForm: DateForm = .any
    /// What a number is multiplied by.
    var factor: Double?

    indirect enum Source: Sendable {
        case at(AnswerPath)
        case first([ValuePlan])
        case all([ValuePlan])
        case each(AnswerPath, where: Condition?, ValuePlan)
        case text(Template)
    }

    /// Which elements of a list are read.
    struct Condition: Sendable {
        let path: AnswerPath
        let part: String

        func isMet(by scope: AnswerScope) -> Bool { scope.text(at: path)?.contains(part) == true }
    }

    /// The place that is to blame when there is no value.
    var mainPath: AnswerPath? {
        switch source {
        case .at(let path), .each(let path, _, _): path
        case .first(let plans), .all(let plans): plans.firstResult(\.mainPath)
        case .text(let template): template.paths.first
        }
    }
}

/// One thing that is done to a text.
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
        }
    }

    /// What it costs, as a number of bytes that are copied.
    private func effort(on text: String) -> Int {
        switch self {
        case .html: text.utf8.count * Self.effortOfMarkup
        case .encode: text.utf8.count * 3
        case .prefix(let more), .suffix(let more), .replace(_, let more): text.utf8.count + more.utf8.count
        case .map(let texts, let others): max(texts[text]?.utf8.count ?? 0, others?.utf8.count ?? 0)
        case .https, .drop, .after, .before, .join: text.utf8.count
        }
    }

    private static let effortOfMarkup = 4
}

extension String {
    /// What stands behind the first bytes, which must be whole characters.
    fileprivate func dropFirst(utf8 count: Int) -> Substring { Substring(utf8.dropFirst(count)) }

    fileprivate func lastRange(of mark: String) -> Range<Index>? { utf8.ranges(of: mark.utf8).last }

    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
