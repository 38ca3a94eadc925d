package import ForageCore
internal import JSON

/// A line of JSON for each query of a list: the best picture that was found and how the providers ended.
package struct PictureLines: Sendable {
    private let fields: FieldSelection?

    /// A writer of lines.
    ///
    /// - Parameter fields: What is written of each item; everything when nil.
    package init(fields: FieldSelection? = nil) {
        self.fields = fields
    }

    /// The line of a query that was searched for, as it stands in the list; the report's first item is its picture.
    package func text(of report: Report, query: String) -> String {
        line(query) { writer in
            writer.key("item")
            report.items.first.map { writer.record($0.record(fields)) } ?? writer.null()
            writer.outcomes(report.outcomes)
        }
    }

    /// The line of a query that could not be searched for.
    package func text(of fault: String, query: String) -> String {
        line(query, upTo: Self.greatestQueryCount) { writer in
            writer.key("item")
            writer.null()
            writer.outcomes([])
            writer.member("error", fault)
        }
    }

    /// How the whole list went, for standard error.
    package static func summary(count: Int, pictureCount: Int, duration: Duration) -> String {
        "\(pictureCount.of("picture")) for \(count.of("query", "queries")) in \(duration.inWords)"
    }

    private func line(
        _ query: String, upTo greatestCount: Int = .max, _ body: (inout JSONWriter) -> Void
    ) -> String {
        let query = query.withSingleSpaces
        let start = query.prefix(greatestCount)
        return JSONText.lines { writer in
            writer.object { writer in
                writer.member("query", start.endIndex < query.endIndex ? start + "…" : query)
                body(&writer)
            }
        }
    }

    /// The most of a query that is repeated when it is at fault.
    private static let greatestQueryCount = 200
}
