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
        case each(AnswerPath, ValuePlan)
        case text(Template)
    }

    /// The place that is to blame when there is no value.
    var mainPath: AnswerPath? {
        switch source {
        case .at(let path), .each(let path, _): path
        case .first(let plans), .all(let plans): plans.lazy.compactMap(\.mainPath).first
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
    case join(String)
    case map([String: String], others: String?)

    func applied(to text: String) -> String? {
        switch self {
        case .html: text.withoutMarkup
        case .encode: PercentEncoding.encode(text)
        case .https: text.hasPrefix("http:") ? "https:" + text.dropFirst("http:".count) : text
        case .prefix(let start): start + text
        case .suffix(let end): text + end
        case .drop(let start): text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
        case .join: text
        case .map(let texts, let others): texts[text] ?? others
        }
    }
}
