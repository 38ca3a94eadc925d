internal import ForageCore
internal import ForageDownloads
internal import JSON
internal import Platform

/// What became of one thing that was to be got.
struct GetResult: Sendable {
    /// Its ID, or what was in its place.
    let name: String
    let ending: FileGetter.Ending

    /// The word for it.
    var word: String {
        switch ending {
        case .saved(let file): file.resumedAt == 0 ? "saved" : "resumed"
        case .there: "there"
        case .askedBefore: "repeated"
        case .hadBefore: "archived"
        case .planned: "planned"
        case .failed: "failed"
        }
    }

    /// Where it is, or why it is not.
    private var place: String {
        switch ending {
        case .saved(let file): file.path
        case .there(let path), .planned(let path): path
        case .askedBefore: "it was asked for before"
        case .hadBefore: "it was had before"
        case .failed(let failure): failure.description
        }
    }

    /// A line for a shell to read, or for a person.
    func line(isShown: Bool) -> String {
        var columns = [word, name.printable(upTo: 300), place.printable()]
        if case .saved(let file) = ending {
            columns.append(isShown ? "\(ByteCount(file.byteCount))" : "\(file.byteCount)")
            columns += file.notes
        }
        guard isShown else { return columns.joined(separator: "\t") }
        columns[0] = columns[0].padded(toWidth: 8)
        return ([columns[0]] + columns[2...] + (word == "failed" ? [columns[1]] : [])).joined(separator: "  ")
    }

    var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                writer.member("id", name)
                writer.member("result", word)
                switch ending {
                case .saved(let file):
                    writer.member("file", file.path)
                    writer.member("bytes", file.byteCount)
                    if file.resumedAt > 0 { writer.member("resumedAt", file.resumedAt) }
                    if !file.notes.isEmpty { writer.member("note", file.notes.joined(separator: "; ")) }
                case .there(let path), .planned(let path): writer.member("file", path)
                case .askedBefore, .hadBefore: break
                case .failed(let failure): writer.member("reason", failure.description)
                }
            }
        }
    }
}
