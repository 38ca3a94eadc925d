@testable import ForageProviders

/// The definition format in Markdown, with a table for each object, generated from the reader's description.
struct FormatReference {
    private(set) var lines: [String] = []
    /// The first place of each object.
    private var titles: [String: String] = [:]

    init() {
        add(DefinitionFormat.root, as: "A definition", at: "")
        for (name, form) in DefinitionFormat.named.sorted(by: { $0.key < $1.key }) {
            add(form, at: "a \(name)")
        }
        add(DefinitionFormat.rootWithProgram, as: "A definition with a program", at: "")
    }

    /// A table, followed by one for each nested object; an object listed before is referred to.
    private mutating func add(_ object: ObjectForm, as title: String, at place: String) {
        if let first = titles[String(describing: object)] {
            if first != title { lines += ["### \(title)", "", "The same as \(first).", ""] }
            return
        }
        titles[String(describing: object)] = title
        lines += ["### \(title)", "", "| member | value | meaning |", "| --- | --- | --- |"]
        lines += object.members.map { member in
            let name = member.isRequired ? "**`\(member.name)`**" : "`\(member.name)`"
            return "| \(name) | \(member.form.words) | \(member.help) |"
        }
        lines.append("")
        for member in object.members {
            add(member.form, at: place.isEmpty ? member.name : "\(place) → \(member.name)")
        }
    }

    private mutating func add(_ form: Form, at place: String) {
        switch form {
        case .object(let object): add(object, as: place.inCode, at: place)
        case .list(let inner, _, _): add(inner, at: place)
        case .map(let inner): add(inner, at: place)
        case .either(let forms): for form in forms { add(form, at: place) }
        case .text, .flag, .number, .integer, .choice, .named, .anything: break
        }
    }
}

extension String {
    /// The title of a place; a named form is written without code marks.
    fileprivate var inCode: String {
        split(separator: " → ").map { part in
            part.contains(" ") ? part.prefix(1).uppercased() + part.dropFirst() : "`\(part)`"
        }.joined(separator: ", ")
    }
}

extension Form {
    /// The values that are allowed here.
    fileprivate var words: String {
        switch self {
        case .text(let text): text.expectation
        case .flag: "true or false"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .integer(let range) where range.upperBound == .max: "a whole number from \(range.lowerBound)"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): names.map { "`\($0)`" }.joined(separator: ", ")
        case .object: "an object"
        case .map(let inner): "an object; for each name \(inner.words)"
        case .list(let inner, let least, let most):
            "a list\(Form.bounds(least, most)): \(inner.words)"
        case .either(let forms): forms.map(\.words).joined(separator: ", or ")
        case .named(let name): "a \(name)"
        case .anything: "anything"
        }
    }

    private static func bounds(_ least: Int, _ most: Int?) -> String {
        switch (least, most) {
        case (0, nil): ""
        case (0, let most?): " of at most \(most)"
        case (_, nil): " of at least \(least)"
        case (_, let most?): " of \(least) to \(most)"
        }
    }
}
