internal import ForageCore
internal import JSON

/// The version of the documented JSON; it changes when a reader of the former would misread the new.
let outputVersion = 1

/// One JSON document, as `docs/output.md` describes it.
struct JSONReport: ReportFormat {
    let fields: FieldSelection?

    func text(of item: Item) -> String {
        JSONText.document("item") { $0.record(item.record(fields)) }
    }

    func text(of report: Report) -> String {
        JSONText.text(.pretty) { writer in
            writer.object { writer in
                writer.key("version")
                writer.number(outputVersion)
                writer.writeQuery(report.query)
                writer.key("items")
                writer.array { writer in
                    for item in report.items { writer.record(item.record(fields)) }
                }
                writer.writeEnd(of: report)
            }
        } + "\n"
    }
}

/// A line of JSON for each item, and at the end one with the outcomes and the cursor.
struct JSONLinesReport: ReportFormat {
    let fields: FieldSelection?

    func text(of report: Report) -> String {
        let items = report.items.map(text)
        let end = JSONText.text { writer in
            writer.object { writer in
                writer.key("version")
                writer.number(outputVersion)
                writer.writeQuery(report.query)
                writer.writeEnd(of: report)
            }
        }
        return items.joined() + end + "\n"
    }

    func text(of item: Item) -> String {
        JSONText.text { $0.record(item.record(fields)) } + "\n"
    }
}

extension Item {
    func record(_ fields: FieldSelection?) -> Record {
        fields.map { record.selecting($0.paths) } ?? record
    }
}

extension JSONWriter {
    /// The words, or null and the day for a listing.
    mutating func writeQuery(_ query: Query) {
        key("query")
        if query.browse == nil { string(query.text) } else { null() }
        guard let day = query.browse?.day else { return }
        key("day")
        string(day.description)
    }

    /// How the providers ended, and where the next page starts.
    mutating func writeEnd(of report: Report) {
        outcomes(report.outcomes)
        key("next")
        report.next.map { string($0) } ?? null()
    }

    /// How the providers ended.
    mutating func outcomes(_ outcomes: [Outcome]) {
        key("outcomes")
        array { writer in
            for outcome in outcomes { writer.record(outcome.record) }
        }
    }
}
