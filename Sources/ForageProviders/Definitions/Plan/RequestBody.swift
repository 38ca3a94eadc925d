internal import ForageCore
internal import JSON

/// A template of the JSON that a request sends, with placeholders in its texts.
indirect enum RequestBody: Sendable {
    case object([(name: String, value: RequestBody)])
    case list([RequestBody])
    case text(RequestTemplate)
    /// A text that is only a number, such as `{size}`, which is sent as a number.
    case number(RequestTemplate.Place)
    /// A number, a flag or null, as it is written.
    case literal(String)

    /// The placeholders in all texts.
    var places: [RequestTemplate.Place] {
        switch self {
        case .object(let members): members.flatMap(\.value.places)
        case .list(let elements): elements.flatMap(\.places)
        case .text(let template): template.places
        case .number(let place): [place]
        case .literal: []
        }
    }

    /// Returns the JSON. A member whose placeholder has no value is left out.
    func json(_ values: RequestValues) -> String {
        JSONWriter.text { write(values, to: &$0) }
    }

    private func write(_ values: RequestValues, to writer: inout JSONWriter) {
        switch self {
        case .object(let members):
            writer.object { writer in
                for member in members where member.value.hasValue(values) {
                    writer.key(member.name)
                    member.value.write(values, to: &writer)
                }
            }
        case .list(let elements):
            writer.array { writer in
                for element in elements where element.hasValue(values) { element.write(values, to: &writer) }
            }
        case .text(let template): writer.string(template.text(values) ?? "")
        case .number(let place): writer.number(asWritten: values.value(of: place) ?? "0")
        case .literal("true"): writer.bool(true)
        case .literal("false"): writer.bool(false)
        case .literal("null"): writer.null()
        case .literal(let number): writer.number(asWritten: number)
        }
    }

    private func hasValue(_ values: RequestValues) -> Bool {
        switch self {
        case .text(let template): template.text(values) != nil
        case .number(let place): values.value(of: place) != nil
        case .object, .list, .literal: true
        }
    }
}

extension RequestTemplate {
    /// Returns the text; nil if a placeholder has no value.
    fileprivate func text(_ values: RequestValues) -> String? {
        pieces(values)?.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }
}
