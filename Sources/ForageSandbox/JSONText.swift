internal import JSON

/// A JSON text, written as a template with Swift values.
///
/// Values are quoted and escaped, nil becomes `null`, and line breaks in the template are removed:
///
/// ```swift
/// let photo: JSONText = """
///     {"id":\(photo.id),"views":\(photo.views)\(member: "title", photo.title),
///     "tags":\(photo.tags)}
///     """
/// ```
struct JSONText: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    var bytes: [UInt8] { Array(text.utf8) }

    /// The text with a line for each value.
    var pretty: String {
        guard let document = try? JSONDocument(bytes) else { return text }
        return JSONWriter.text(.pretty) { $0.value(document.root) }
    }

    init(text: String) { self.text = text }

    init(stringLiteral template: String) {
        self.init(stringInterpolation: StringInterpolation(template))
    }

    init(stringInterpolation template: StringInterpolation) { text = template.text }

    static func object(_ members: [(name: String, value: JSONText)]) -> JSONText {
        JSONText(
            text: "{" + members.map { "\($0.name.json.text):\($0.value.text)" }.joined(separator: ",") + "}")
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        fileprivate init(_ template: String) { appendLiteral(template) }

        mutating func appendLiteral(_ literal: String) {
            text += String(decoding: literal.utf8.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }

        mutating func appendInterpolation(_ value: (some JSONRepresentable)?) {
            text += value?.json.text ?? "null"
        }

        /// Appends a further member, unless the value is nil.
        mutating func appendInterpolation(member name: String, _ value: (some JSONRepresentable)?) {
            if let value { text += ",\(name.json.text):\(value.json.text)" }
        }
    }
}

/// A value that can be part of a JSON text.
protocol JSONRepresentable {
    var json: JSONText { get }
}

extension JSONText: JSONRepresentable {
    var json: JSONText { self }
}

extension String: JSONRepresentable {
    var json: JSONText { JSONText(text: JSONWriter.text { $0.string(self) }) }
}

extension Int: JSONRepresentable {
    var json: JSONText { JSONText(text: description) }
}

extension Double: JSONRepresentable {
    var json: JSONText { JSONText(text: JSONWriter.text { $0.number(self) }) }
}

extension Bool: JSONRepresentable {
    var json: JSONText { JSONText(text: description) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    var json: JSONText { JSONText(text: "[" + map(\.json.text).joined(separator: ",") + "]") }
}
