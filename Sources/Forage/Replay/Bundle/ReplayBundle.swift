package import ForageCore
package import Platform

/// What one run asked and what it was told: enough to have the same again without a network.
package struct ReplayBundle: Hashable, Sendable {
    /// The version of Forage that recorded it.
    package var version: String
    /// When the run began, to the second.
    package var start: Date
    /// What was asked.
    package var question: Question
    /// How the results were written.
    package var form: Form
    /// The settings that the answer hangs on, as a configuration file has them.
    package var settings: String
    /// The files that define providers which were asked.
    package var definitions: [DefinitionFile]
    /// Who was asked, in order.
    package var asked: [ProviderID]
    /// Who was not, in order.
    package var skipped: [Skipped]
    /// Every request with what came of it.
    package var exchanges: [Exchange]
    /// How the providers ended, in the order in which they did.
    package var arrivals: [Arrival]
    /// The pictures that were measured, or could not be, while there was time.
    package var measured: [WebURL]
    /// The signatures that stand in addresses, by what they are of.
    package var signatures: [String: String]
    /// What may have been meant, where nothing was found.
    package var suggestions: [String] = []
    /// Where the list goes on, if it does.
    package var next: Next?
    /// How long the whole took.
    package var duration: Duration
    /// Who had it end before it was over; nil where nobody did.
    package var interruption: Interruption?

    /// Who has a run end before it is over.
    package enum Interruption: String, Hashable, Sendable {
        case person, system
    }

    /// What a run was for.
    package enum Question: Hashable, Sendable {
        /// A part of a list.
        case list(Query, Place, Extent = .window)
        /// One item.
        case item(ItemID)
    }

    /// Which part of a list.
    package enum Place: Hashable, Sendable {
        case start
        case cursor(String)
        case page(Int)
    }

    /// How far a list was followed.
    package enum Extent: Hashable, Sendable {
        /// As far as the query says.
        case window
        /// Through all pages, to so many.
        case all(Int)
    }

    /// Where the list goes on.
    package struct Next: Hashable, Sendable {
        /// The cursor as anybody writes it.
        package let plain: String
        /// The cursor as it was handed out, sealed by the person's own key.
        package let sealed: String

        package init(plain: String, sealed: String) {
            self.plain = plain
            self.sealed = sealed
        }
    }

    /// How results are written.
    package struct Form: Hashable, Sendable {
        package var format: OutputFormat
        package var fields: String?
        /// Whether they were written as they came.
        package var isStreamed: Bool

        package init(_ format: OutputFormat, fields: String?, isStreamed: Bool = false) {
            self.format = format
            self.fields = fields
            self.isStreamed = isStreamed
        }
    }

    /// A provider that was not asked, and why.
    package struct Skipped: Hashable, Sendable {
        package let provider: ProviderID
        package let reason: String
    }
}

extension ReplayBundle {
    /// How often the providers were asked for a page, one after the other.
    package var roundCount: Int {
        Dictionary(grouping: arrivals, by: \.provider).values.map(\.count).max() ?? 0
    }
}

/// A file that defines a provider, as it was read.
package struct DefinitionFile: Hashable, Sendable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// How one question to a provider ended.
package struct Arrival: Hashable, Sendable {
    package let provider: ProviderID
    /// How long it took.
    package let duration: Duration
    package let ending: Ending

    /// How a question ends.
    package enum Ending: Hashable, Sendable {
        /// With an answer that can be read again of what its service sent.
        case answered
        /// With an answer that came from elsewhere: a program, or what was kept of earlier searches.
        case brought(SourceAnswer)
        /// Not before its time was over.
        case late
        /// Not before a person had the search end.
        case cancelled
    }
}
