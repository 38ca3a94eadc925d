package import ForageCore
internal import JSON

/// Items in the form in which a sample of a definition lists them.
package enum SampleItems {
    /// Returns the items as JSON, with the names that a sample uses.
    package static func json(_ drafts: [Draft]) -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.array { writer in
                for draft in drafts {
                    let document = try? JSONDocument(JSONWriter.bytes { draft.write(to: &$0) })
                    if let document { writer.item(document.root) }
                }
            }
        } + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    /// Writes the document of a draft with the names of a sample, without what a sample cannot state.
    fileprivate mutating func item(_ document: JSONValue) {
        object { writer in
            for member in document.members where !member.value.isNull && member.value.hasContent {
                switch Difference.sampleName(of: member.key) {
                case "downloadNotice", "template": break
                case "files": writer.member("files", all: Array(member.value.elements)) { $0.item($1) }
                case let name: writer.member(name) { $0.value(member.value) }
                }
            }
        }
    }
}
