/// What a check of something found.
package struct Finding: Hashable, Sendable {
    /// What was looked at, in a word or two.
    package let subject: String
    package let verdict: Verdict
    /// What was seen, and where something is wrong what to do.
    package let sentence: String

    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// As it should be.
        case well
        /// It works, and could be better.
        case advice
        /// It could not be seen.
        case unknown
        /// It does not work.
        case ill
    }

    package init(_ subject: String, _ verdict: Verdict, _ sentence: String) {
        self.subject = subject
        self.verdict = verdict
        self.sentence = sentence
    }
}
