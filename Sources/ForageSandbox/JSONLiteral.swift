internal import JSON

/// A JSON value as it is spelled in an answer; members keep their order.
enum JSONLiteral: Sendable {
    case string(String)
    case number(Int)
    case decimal(Double)
    case bool(Bool)
    case null
    case array([JSONLiteral])
    case object([(String, JSONLiteral)])

    func bytes(pretty: Bool = false) -> [UInt8] {
        JSONWriter.bytes(pretty ? .pretty : .compact) { write(to: &$0) }
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .number(let number): writer.number(number)
        case .decimal(let number): writer.number(number)
        case .bool(let value): writer.bool(value)
        case .null: writer.null()
        case .array(let elements):
            writer.array { writer in elements.forEach { $0.write(to: &writer) } }
        case .object(let members):
            writer.object { writer in
                for (key, value) in members {
                    writer.key(key)
                    value.write(to: &writer)
                }
            }
        }
    }
}

extension JSONLiteral: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: JSONLiteral...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONLiteral)...) { self = .object(elements) }
}
