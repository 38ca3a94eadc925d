internal import Essentials
internal import ForageCore
internal import JSON

extension JSONWriter {
    mutating func bundle(_ bundle: ReplayBundle) {
        object { writer in
            writer.member("forage", bundle.version)
            writer.member("start", bundle.start.iso8601)
            writer.member("duration", bundle.duration)
            writer.member("interrupted", bundle.interruption?.rawValue)
            writer.member("question", bundle.question) { $0.question($1) }
            writer.member("format", bundle.form.format.rawValue)
            writer.member("fields", bundle.form.fields)
            if bundle.form.isStreamed { writer.member("stream", true) { $0.bool($1) } }
            writer.member("next", bundle.next) { writer, next in
                writer.object { writer in
                    writer.member("plain", next.plain)
                    writer.member("sealed", next.sealed)
                }
            }
            writer.member("settings", try? JSONDocument(Array(bundle.settings.utf8)).root) { $0.value($1) }
            writer.member("definitions", list: bundle.definitions) { $0.definition($1) }
            writer.member("asked", list: bundle.asked) { $0.string($1.name) }
            writer.member("skipped", list: bundle.skipped) { $0.skipped($1) }
            writer.member("arrivals", list: bundle.arrivals) { $0.arrival($1) }
            writer.member("measured", list: bundle.measured) { $0.string($1.text) }
            writer.member("suggestions", list: bundle.suggestions) { $0.string($1) }
            writer.member("signatures", list: bundle.signatures.sorted { $0.key < $1.key }) { writer, entry in
                writer.array { writer in
                    writer.string(entry.key)
                    writer.string(entry.value)
                }
            }
            writer.member("exchanges", list: bundle.exchanges) { $0.exchange($1) }
        }
    }

    private mutating func question(_ question: ReplayBundle.Question) {
        object { writer in
            switch question {
            case .item(let id): writer.member("item", id.description)
            case .list(let query, let place, let extent):
                writer.query(query)
                switch extent {
                case .window: break
                case .all(let count): writer.member("all", count)
                }
                switch place {
                case .start: break
                case .cursor(let cursor): writer.member("cursor", cursor)
                case .page(let number): writer.member("page", number)
                }
            }
        }
    }

    private mutating func query(_ query: Query) {
        if let browse = query.browse {
            member("browse", browse.day?.description ?? "latest")
            member("filters", query.description)
        } else {
            member("search", query.description)
        }
        member("limit", query.limit)
        if query.isStrict { member("strict", true) { $0.bool($1) } }
        if query.isExplained { member("explained", true) { $0.bool($1) } }
    }

    private mutating func definition(_ file: DefinitionFile) {
        object { writer in
            writer.member("path", file.path)
            writer.member("text", file.text)
        }
    }

    private mutating func skipped(_ skipped: ReplayBundle.Skipped) {
        object { writer in
            writer.member("provider", skipped.provider.name)
            writer.member("reason", skipped.reason)
        }
    }

    private mutating func arrival(_ arrival: Arrival) {
        object { writer in
            writer.member("provider", arrival.provider.name)
            writer.member("duration", arrival.duration)
            switch arrival.ending {
            case .answered: writer.member("ending", "answered")
            case .late: writer.member("ending", "late")
            case .cancelled: writer.member("ending", "cancelled")
            case .brought(let answer):
                writer.member("ending", "brought")
                writer.member("answer", answer) { $0.answer($1) }
            }
        }
    }
}
