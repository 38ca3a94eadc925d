internal import Essentials
package import ForageCore
internal import Text

/// How files are called: a text with places for what is known of an item.
///
/// ```
/// {provider}/{title|slug} {id}.{ext}
/// ```
///
/// A slash begins a folder. What comes of a template is a safe name on every file system, whatever the item says.
package struct FileNameTemplate: Hashable, Sendable, CustomStringConvertible {
    /// The template as it was typed.
    package let description: String
    /// The steps of the path, the file's name last, without its extension.
    let steps: [[Piece]]

    /// The template of those who give none.
    package static let usual = "{provider}/{title} {id}.{ext}"

    enum Piece: Hashable, Sendable {
        case text(String)
        case field(Field, [Filter])
    }

    /// What a place may stand for.
    package enum Field: String, CaseIterable, Sendable {
        case provider, id, title, creator, licence, kind, date
    }

    /// What may be done with it.
    package enum Filter: String, CaseIterable, Sendable {
        /// Words in lower case with hyphens between them.
        case slug
        /// Lower case.
        case lower
    }

    /// Reads a template.
    ///
    /// - Throws: ``SyntaxFault``, which points at what is wrong.
    package init(_ text: String) throws(SyntaxFault) {
        description = text
        steps = try TemplateParser.steps(of: text)
    }
}

extension FileNameTemplate {
    /// Whether an item's own ID, which others are cut for, is a part of what its file is called.
    var namesByID: Bool {
        steps.joined().contains { piece in
            if case .field(.id, let filters) = piece { !filters.contains(.slug) } else { false }
        }
    }

    /// The path of an item's file in the folder of all, without its extension.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - number: 1, or the number of the file among those that would have the same name.
    /// - Returns: The steps of the path, the name last.
    package func path(of item: Item, number: Int = 1) -> FilePathSteps {
        let mark = number > 1 ? " (\(number))" : ""
        let folders = steps.dropLast().map { SafeName.text(of: $0.map { part($0, item.id, item) }) }
        let name = SafeName.text(
            of: (steps.last ?? []).map { part($0, item.id, item) }, ending: mark,
            leaving: SafeName.extensionRoom)
        return FilePathSteps(folders: folders, name: name)
    }

    /// What the path of an item's file has of the item's ID alone, as file systems compare it that do not care for case. In
    /// a template that names by ID, items of which it differs hardly ever want one name.
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

/// Where a file goes in the folder of all: the folders on the way, and its name without extension.
package struct FilePathSteps: Hashable, Sendable {
    package let folders: [String]
    package let name: String
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
