internal import ForageCore
internal import Markup

/// A transformation of texts.
enum ValueStep: Sendable {
    case html
    /// Takes an attribute of the first element with it out of HTML; of any element if none is named.
    case attribute(String, of: String?)
    case encode
    case https
    case prefix(String)
    case suffix(String)
    case drop(String)
    case after(String)
    case before(String)
    /// Replaces the last occurrence, or all of them.
    case replace(String, by: String, all: Bool)
    case map([String: String], others: String?)
    /// Reads a number and multiplies it.
    case number(times: Double)
    /// Reads a date, and writes it as `2024-05-31T10:00:00Z`.
    case date(DateForm)
    /// Makes one text of a list.
    case join(String)
    /// Makes a list of a text.
    case split(String)
    /// Takes one element of a list, counted from 0, or from the end if the number is negative.
    case take(Int)

    func applied(to texts: [String], in answer: AnswerReading) -> [String] {
        switch self {
        case .join(let separator):
            let effort = texts.reduce(0) { $0 + $1.utf8.count + separator.utf8.count }
            return !texts.isEmpty && answer.spend(effort) ? [texts.joined(separator: separator)] : []
        case .split(let separator):
            return texts.flatMap { text in answer.spend(text.utf8.count * 2) ? text.parts(at: separator) : []
            }
        case .take(let place):
            let index = place < 0 ? texts.count + place : place
            return texts.indices.contains(index) ? [texts[index]] : []
        default: return texts.compactMap { applied(to: $0, in: answer) }
        }
    }

    private func applied(to text: String, in answer: AnswerReading) -> String? {
        guard answer.spend(effort(on: text)) else { return nil }
        return switch self {
        case .html: text.withoutMarkup
        case .attribute(let name, let element): HTMLFragment.attribute(name, of: element, in: text)
        case .encode: PercentEncoding.encode(text)
        case .https: text.hasPrefix("http:") ? "https:" + text.dropFirst("http:".count) : text
        case .prefix(let start): start + text
        case .suffix(let end): text + end
        case .drop(let start):
            text.utf8.starts(with: start.utf8) ? String(text.dropFirst(utf8: start.utf8.count)) : text
        case .after(let mark): text.lastRange(of: mark).map { String(text[$0.upperBound...]) }
        case .before(let mark): text.utf8.firstRange(of: mark.utf8).map { String(text[..<$0.lowerBound]) }
        case .replace(let old, let new, all: true): text.replacing(old, with: new)
        case .replace(let old, let new, all: false):
            text.lastRange(of: old).map { text.replacingCharacters(in: $0, with: new) }
        case .map(let texts, let others): texts[text] ?? others
        case .number(let factor): text.decimalNumber.flatMap { ($0 * factor).asDecimal }
        case .date(let form): form.date(text)?.iso8601
        case .join, .split, .take: text
        }
    }

    /// Returns the cost of the step, as a number of copied bytes.
    private func effort(on text: String) -> Int {
        switch self {
        case .html, .attribute: text.utf8.count * Self.effortOfMarkup
        case .encode: text.utf8.count * 3
        case .prefix(let more), .suffix(let more), .replace(_, let more, all: false):
            text.utf8.count + more.utf8.count
        // Each byte may be replaced.
        case .replace(let old, let new, all: true):
            text.utf8.count + text.utf8.count / max(old.utf8.count, 1) * new.utf8.count
        case .map(let texts, let others): max(texts[text]?.utf8.count ?? 0, others?.utf8.count ?? 0)
        default: text.utf8.count
        }
    }

    private static let effortOfMarkup = 4
}

extension String {
    /// Returns the parts of a text between separators, without white space around them and without empty ones; at most
    /// 100.
    fileprivate func parts(at separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.utf8.firstRange(of: separator.utf8), parts.count < ValuePlan.greatestListCount
        {
            parts.append(String(rest[..<range.lowerBound].trimmingWhitespace()))
            rest = rest[range.upperBound...]
        }
        return (parts + [String(rest.trimmingWhitespace())]).filter { !$0.isEmpty }
    }

    /// The number in a text without anything else; nil for an infinite one. `Double` also accepts hexadecimal numbers.
    var decimalNumber: Double? {
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
