package import ForageCore
internal import Platform

/// A template for the names of files: a text with placeholders for the properties of an item.
///
/// ```
/// {provider}/{title|slug} {id}.{ext}
/// ```
///
/// A slash separates folders. The resulting name is safe on every file system, whatever the item's properties are.
package struct FileNameTemplate: Hashable, Sendable, CustomStringConvertible {
    /// The template as typed.
    package let description: String
    /// The components of the path. The last one is the file's name, without its extension.
    let steps: [[Piece]]

    /// The default template.
    package static let usual = "{provider}/{title} {id}.{ext}"

    enum Piece: Hashable, Sendable {
        case text(String)
        case field(Field, [Filter])
    }

    /// The properties for placeholders.
    package enum Field: String, CaseIterable, Sendable {
        case provider, id, title, creator, licence, kind, date
    }

    /// The filters for the text of a placeholder.
    package enum Filter: String, CaseIterable, Sendable {
        /// Words in lower case with hyphens between them.
        case slug
        /// Lower case.
        case lower
    }

    /// Reads a template.
    ///
    /// - Throws: ``SyntaxError`` with the place of the fault.
    package init(_ text: String) throws(SyntaxError) {
        description = text
        steps = try TemplateParser.steps(of: text)
    }
}

extension FileNameTemplate {
    /// Indicates whether the file's name contains the item's complete ID, for which other parts are cut.
    var namesByID: Bool {
        steps.joined().contains { piece in
            if case .field(.id, let filters) = piece { !filters.contains(.slug) } else { false }
        }
    }

    /// The path of an item's file in the download folder, without its extension.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - number: 1, or the number of the file among those that would have the same name.
    /// - Returns: The components of the path, with the name last.
    package func path(of item: Item, number: Int = 1) -> FilePathSteps {
        let mark = number > 1 ? " (\(number))" : ""
        let folders = steps.dropLast().map { SafeName.text(of: $0.map { part($0, item.id, item) }) }
        let name = SafeName.text(
            of: (steps.last ?? []).map { part($0, item.id, item) }, ending: mark,
            leaving: SafeName.extensionRoom)
        return FilePathSteps(folders: folders, name: name)
    }

    /// The path of an item's file from the item's ID alone, in the form in which file systems that ignore case compare
    /// it. If the template contains the ID, items with different results hardly ever get the same name.
    package func trace(of id: ItemID) -> String {
        let parts = steps.map { step in SafeName.text(of: step.map { part($0, id, nil) }) }
        return parts.joined(separator: "/").composed.lowercased()
    }

    private func part(_ piece: Piece, _ id: ItemID, _ item: Item?) -> SafeName.Part {
        switch piece {
        case .text(let text): SafeName.Part(text)
        case .field(.id, let filters): SafeName.Part(id.local.applying(filters), isWhole: true)
        case .field(.provider, let filters): SafeName.Part(id.provider.name.applying(filters))
        case .field(let field, let filters):
            SafeName.Part(item.map { field.text(of: $0).applying(filters) } ?? "")
        }
    }
}

/// The path of a file in the download folder: its folders, and its name without extension.
package struct FilePathSteps: Hashable, Sendable {
    package let folders: [String]
    package let name: String
}

/// A parser for file name templates.
struct TemplateParser {
    private let template: String
    private var steps: [[FileNameTemplate.Piece]] = [[]]
    /// The text since the last placeholder.
    private var text = ""
    /// The start of the current path component, and the current place.
    private var (stepStart, place) = (0, 0)

    private static let greatestLength = 1_000

    static func steps(of template: String) throws(SyntaxError) -> [[FileNameTemplate.Piece]] {
        var parser = TemplateParser(template)
        try parser.parse()
        return parser.steps
    }

    private init(_ template: String) { self.template = template }

    private var length: Int { template.unicodeScalars.count }

    private mutating func parse() throws(SyntaxError) {
        guard length > 0 else { throw fault("give a template for file names, such as {title}.", 0..<0) }
        guard length <= Self.greatestLength else {
            throw fault(
                "this is too long; use at most \(Self.greatestLength) characters.",
                Self.greatestLength..<length)
        }
        let pieces = template.matches(
            of: /\{\{|\}\}|\{[^}]*\}?|\}|\/|[^{}\/]+/.matchingSemantics(.unicodeScalar))
        for piece in pieces.map(\.output) {
            let range = place..<place + piece.unicodeScalars.count
            switch piece.unicodeScalars.first {
            case _ where piece == "{{" || piece == "}}": text += piece.prefix(1)
            case "{": try takePlace(piece, range)
            case "}":
                throw fault("there is no { before this }; write }} for a literal }.", range)
            case "/":
                try endStep()
                stepStart = range.upperBound
                steps.append([])
            default: text += piece
            }
            place = range.upperBound
        }
        try endStep()
    }

    private mutating func finishText() {
        if !text.isEmpty { steps[steps.count - 1].append(.text(text)) }
        text = ""
    }

    // MARK: - Folders

    private mutating func endStep() throws(SyntaxError) {
        defer { finishText() }
        guard steps[steps.count - 1].isEmpty else { return }
        let range = stepStart..<max(place, min(stepStart + 1, length))
        switch text {
        case "" where stepStart == 0:
            throw fault("a name is relative to the folder; remove the first slash.", range)
        case "": throw fault("a name is missing next to the slash.", max(0, stepStart - 1)..<range.upperBound)
        case ".", "..": throw fault("a file must stay inside its folder; remove this part.", range)
        default: break
        }
    }

    // MARK: - Places

    private mutating func takePlace(_ piece: Substring, _ range: Range<Int>) throws(SyntaxError) {
        guard piece.unicodeScalars.last == "}" else {
            throw fault("} is missing; write {{ for a literal {.", range)
        }
        let words = words(in: piece.unicodeScalars.dropFirst().dropLast(), from: range.lowerBound + 1)
        if words[0].text == "ext" { return try takeExtension(range) }
        guard let field = FileNameTemplate.Field(rawValue: words[0].text) else {
            let names = FileNameTemplate.Field.allCases.map(\.rawValue) + ["ext"]
            throw unknown("a placeholder", words[0], among: names)
        }
        var filters: [FileNameTemplate.Filter] = []
        for word in words.dropFirst() {
            guard let filter = FileNameTemplate.Filter(rawValue: word.text) else {
                throw unknown("a filter", word, among: FileNameTemplate.Filter.allCases.map(\.rawValue))
            }
            filters.append(filter)
        }
        finishText()
        steps[steps.count - 1].append(.field(field, filters))
    }

    /// Removes `{ext}` and its dot, because the extension of the file's type is always added at the end.
    private mutating func takeExtension(_ range: Range<Int>) throws(SyntaxError) {
        guard range.upperBound == length, text.last == ".",
            text.count > 1 || !steps[steps.count - 1].isEmpty
        else { throw fault("{ext} must be at the end, after a name and a dot, or left out.", range) }
        text.removeLast()
    }

    private struct Word {
        let text: String
        let range: Range<Int>
    }

    private func words(in scalars: Substring.UnicodeScalarView, from start: Int) -> [Word] {
        var start = start
        return scalars.split(separator: "|", omittingEmptySubsequences: false).map { part in
            let range = start..<start + part.count
            start = range.upperBound + 1
            return Word(text: String(part), range: range)
        }
    }

    // MARK: - Faults

    private func unknown(_ what: String, _ word: Word, among names: [String]) -> SyntaxError {
        let advice =
            if let nearest = nearestName(to: word.text, among: names) {
                "did you mean “\(nearest)”?"
            } else {
                "choose one of: \(names.joined(separator: ", "))."
            }
        let range = word.range.isEmpty ? word.range.lowerBound - 1..<word.range.upperBound + 1 : word.range
        return fault("“\(word.text)” is not \(what); \(advice)", range)
    }

    private func fault(_ problem: String, _ range: Range<Int>) -> SyntaxError {
        SyntaxError(problem, at: range, of: template, called: "the name")
    }
}

extension FileNameTemplate.Field {
    fileprivate func text(of item: Item) -> String {
        switch self {
        case .provider: item.id.provider.name
        case .id: item.id.local
        case .title: item.title
        case .creator: item.creator.fact?.name ?? "unknown"
        case .licence: item.licence.fact?.id ?? "unknown"
        case .kind: item.kind.rawValue
        case .date: item.publishedAt.map { "\(CalendarDay(containing: $0))" } ?? "undated"
        }
    }
}

extension String {
    fileprivate func applying(_ filters: [FileNameTemplate.Filter]) -> String {
        filters.reduce(self) { text, filter in
            switch filter {
            case .slug: text.slug
            case .lower: text.lowercased()
            }
        }
    }
}
