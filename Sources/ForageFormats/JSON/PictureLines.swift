package import ForageCore
internal import JSON

/// A line of JSON for each query of a list: the best picture and the outcomes of the providers.
package struct PictureLines: Sendable {
    private let fields: FieldSelection?

    /// Creates a writer of lines.
    ///
    /// - Parameter fields: The fields of each item; all if nil.
    package init(fields: FieldSelection? = nil) {
        self.fields = fields
    }

    /// Returns the line of a query, spelled as in the list. The first item of the report is its picture.
    package func text(of report: Report, query: String) -> String {
        line(query) { writer in
            writer.member("item", orNull: report.items.first) { $0.record($1.record(fields)) }
            writer.outcomes(report.outcomes)
        }
    }

    /// Returns the line of a query that could not be searched.
    package func text(of fault: String, query: String) -> String {
        line(query, upTo: Self.greatestQueryCount) { writer in
            writer.member("item") { $0.null() }
            writer.outcomes([])
            writer.member("error", fault)
        }
    }

    /// Returns the summary of the whole list, for standard error.
    package static func summary(count: Int, pictureCount: Int, duration: Duration) -> String {
        "\(pictureCount.of("picture")) for \(count.of("query", "queries")) in \(duration.inWords)"
    }

    private func line(
        _ query: String, upTo greatestCount: Int = .max, _ body: (inout JSONWriter) -> Void
    ) -> String {
        let query = query.withSingleSpaces
        let start = query.prefix(greatestCount)
        return JSONText.objectLines { writer in
            writer.member("query", start.endIndex < query.endIndex ? start + "…" : query)
            body(&writer)
        }
    }

    /// The greatest number of characters that are repeated from a faulty query.
    private static let greatestQueryCount = 200
}
