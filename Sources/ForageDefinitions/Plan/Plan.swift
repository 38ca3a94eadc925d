internal import ForageCore

/// What a definition comes to: values without closures, read once and followed for every answer.
struct Plan: Sendable {
    let search: EndpointPlan?
    let browse: EndpointPlan?
    /// How the list of a past day is asked for.
    let day: EndpointPlan?
    let details: EndpointPlan?
    let paging: PagingPlan?
    let format: AnswerFormat
    /// The number that the records of a list are ordered by.
    let order: ValuePlan?
    /// What is there when nothing was found and the list is missing.
    let none: ValuePlan?
    /// What is there instead of an item that is no more.
    let gone: ValuePlan?
    let total: ValuePlan?
    let failure: ValuePlan?
    let item: ItemPlan
    /// What every record of an item has.
    let shape: RecordShape
    /// What every answer with records has.
    let answerShape: RecordShape
    /// Where the definition names each place of an answer, to hold against the samples.
    let mentions: [Mention]

    /// A place of an answer that the definition names.
    struct Mention: Sendable {
        let path: AnswerPath
        /// The byte of the definition where it stands.
        let offset: Int
        let part: Part
        /// The list from whose elements it is counted, if it is.
        let list: AnswerPath?
    }

    /// What a place is counted from.
    enum Part: Sendable {
        case answer, item
        /// An answer that says why there is nothing.
        case failure
    }
}

/// What the answers are.
enum AnswerFormat: String, Sendable {
    case json
    /// RSS or Atom.
    case feed
}

/// Where the items are in an answer.
enum RecordPlace: Sendable {
    case list(AnswerPath)
    /// The one item, there.
    case record(AnswerPath)
}
