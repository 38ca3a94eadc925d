/// The result of a check.
package struct Finding: Hashable, Sendable {
    /// The thing that was checked, in a word or two.
    package let subject: String
    package let verdict: Verdict
    /// The observation and, if something is wrong, a remedy.
    package let sentence: String

    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// Everything is in order.
        case ok
        /// It works but could be improved.
        case advice
        /// It could not be checked.
        case unknown
        /// It does not work.
        case failed
    }

    package init(_ subject: String, _ verdict: Verdict, _ sentence: String) {
        self.subject = subject
        self.verdict = verdict
        self.sentence = sentence
    }
}
