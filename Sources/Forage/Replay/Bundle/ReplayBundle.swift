package import ForageCore
package import Platform

/// The requests and answers of one run: enough to reproduce it without a network.
package struct ReplayBundle: Hashable, Sendable {
    /// The version of Forage that recorded the run.
    package var version: String
    /// The start of the run, to the second.
    package var start: Date
    /// The question that the run answered.
    package var question: Question
    /// The output format of the results.
    package var form: Form
    /// The settings that affect the answer, in the format of a configuration file.
    package var settings: String
    /// The files that define the providers of the run.
    package var definitions: [DefinitionFile]
    /// The providers that were asked, in order.
    package var asked: [ProviderID]
    /// The providers that were skipped, in order.
    package var skipped: [Skipped]
    /// The requests and their results.
    package var exchanges: [Exchange]
    /// The answers of the providers, in order of arrival.
    package var arrivals: [Arrival]
    /// The pictures whose measurement succeeded or failed within the time limit.
    package var measured: [WebURL]
    /// The signatures used in addresses, by the signed text.
    package var signatures: [String: String]
    /// The suggestions for a search without results.
    package var suggestions: [String] = []
    /// The place at which the list continues, if it does.
    package var next: Next?
    /// The duration of the run.
    package var duration: Duration
    /// The cause of an early end; nil if the run was not interrupted.
    package var interruption: Interruption?

    /// The cause of a run's early end.
    package enum Interruption: String, Hashable, Sendable {
        case user = "person"
        case system
    }

    /// The purpose of a run.
    package enum Question: Hashable, Sendable {
        /// A part of a list of results.
        case list(Query, Place, Extent = .window)
        /// The details of one item.
        case item(ItemID)
    }

    /// A part of a list.
    package enum Place: Hashable, Sendable {
        case start
        case cursor(String)
        case page(Int)
    }

    /// The number of pages that a run covers.
    package enum Extent: Hashable, Sendable {
        /// One window of the query's limit.
        case window
        /// All pages, up to this number of results.
        case all(Int)
    }

    /// The place at which a list continues.
    package struct Next: Hashable, Sendable {
        /// The cursor without the user's seal.
        package let plain: String
        /// The cursor as it was shown, sealed with the user's own key.
        package let sealed: String

        package init(plain: String, sealed: String) {
            self.plain = plain
            self.sealed = sealed
        }
    }

    /// The output format of results.
    package struct Form: Hashable, Sendable {
        package var format: OutputFormat
        package var fields: String?
        /// Indicates whether results were written as they arrived.
        package var isStreamed: Bool

        package init(_ format: OutputFormat, fields: String?, isStreamed: Bool = false) {
            self.format = format
            self.fields = fields
            self.isStreamed = isStreamed
        }
    }

    /// A provider that was not asked, and the reason.
    package struct Skipped: Hashable, Sendable {
        package let provider: ProviderID
        package let reason: String
        /// The filters because of which a strict search left it out.
        package var filters: [Filter.Name] = []
    }
}

extension ReplayBundle {
    /// The number of rounds in which providers were asked for a page.
    package var roundCount: Int {
        Dictionary(grouping: arrivals, by: \.provider).values.map(\.count).max() ?? 0
    }
}

/// The path and content of a file that defines a provider.
package struct DefinitionFile: Hashable, Sendable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// The result of one question to a provider.
package struct Arrival: Hashable, Sendable {
    package let provider: ProviderID
    /// The time that the answer took.
    package let duration: Duration
    package let ending: Ending

    /// The kinds of results of a question.
    package enum Ending: Hashable, Sendable {
        /// An answer that can be decoded again from the recorded exchanges.
        case answered
        /// An answer from elsewhere: a helper program, or items stored by earlier searches.
        case brought(SourceAnswer)
        /// No answer before the time limit.
        case late
        /// No answer before the user cancelled the search.
        case cancelled
    }
}
