internal import ForageCore
internal import ForageFormats
internal import JSON

/// The form of a page with the credits of a project.
package enum CreditsForm: String, Hashable, Sendable, CaseIterable {
    case text, html, markdown, json
    /// The file `REUSE.toml` of the REUSE specification.
    case reuse
    /// An SPDX document as tags and values.
    case spdx

    /// The form of a page by its name; nil if the name does not tell.
    package init?(ofPage path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard name != "reuse.toml" else {
            self = .reuse
            return
        }
        switch name.split(separator: ".").last {
        case "md", "markdown": self = .markdown
        case "html", "htm": self = .html
        case "txt": self = .text
        case "json": self = .json
        case "spdx": self = .spdx
        default: return nil
        }
    }

    /// The form of a list of credits; nil for other forms.
    var list: CreditView.Form? { CreditView.Form(rawValue: rawValue) }
}

/// A page with the credits of a project, which depends on the lock only.
package struct CreditsPage: Sendable {
    private let lock: CreditsLock
    private let form: CreditsForm
    /// The folder of the page, from that of the lock; empty for the same folder.
    private let folder: String

    /// - Parameters:
    ///   - lock: The lock.
    ///   - form: The form of the page.
    ///   - path: The path of the page from the folder of the lock, from which links lead to the files.
    package init(_ lock: CreditsLock, as form: CreditsForm, at path: String = "") {
        self.lock = lock
        self.form = form
        folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The whole page.
    package var text: String {
        switch form {
        case .text, .html, .markdown: form.list.map(view.text) ?? ""
        case .json: list
        case .reuse: REUSEAnnotations.header + REUSEAnnotations(lock, in: folder).text
        case .spdx: SPDXDocument(lock).text
        }
    }

    /// The part of the page that a block of another page contains; nil if the form has no parts.
    var part: String? {
        switch form {
        case .text, .html, .markdown: form.list.map(view.list)
        case .reuse: REUSEAnnotations(lock, in: folder).text
        case .json, .spdx: nil
        }
    }

    private var view: CreditsView {
        CreditsView(
            lock.entries.map { entry in
                CreditsView.File(
                    entry.path,
                    entry.credits.isEmpty ? [CreditLine(title: entry.title)] : entry.credits.map(\.line),
                    alt: entry.alt, at: entry.path.seen(from: folder))
            })
    }

    /// The mark by which a list in JSON is recognised.
    static let listMark = "urn:forage:credit-list:1"

    private var list: String {
        JSONWriter.text(.pretty) { writer in
            writer.object { writer in
                writer.member("$schema", Self.listMark)
                writer.member("files", all: lock.entries) { writer, entry in
                    writer.object { writer in
                        writer.member("path", entry.path)
                        writer.member("title", entry.title)
                        writer.member("alt", entry.alt)
                        writer.member("width", entry.file.size?.width)
                        writer.member("height", entry.file.size?.height)
                        writer.member("text", entry.creditText)
                        writer.member("html", entry.credits.map(\.line.html).joined(separator: " "))
                        writer.member("credits", all: entry.credits) { writer, credit in
                            writer.object { credit.line.writeMembers(to: &$0) }
                        }
                    }
                }
            }
        } + "\n"
    }
}

extension String {
    /// The path of a file from a folder, both from the same place.
    func seen(from folder: String) -> String {
        let (steps, other) = (split(separator: "/"), folder.split(separator: "/"))
        let common = zip(steps.dropLast(), other).prefix { $0 == $1 }.count
        return String(repeating: "../", count: other.count - common)
            + steps.dropFirst(common).joined(separator: "/")
    }
}
