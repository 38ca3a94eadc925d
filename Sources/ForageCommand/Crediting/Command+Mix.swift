internal import ForageCore
internal import ForageCredits
internal import ForageFormats
internal import JSON
internal import Platform

extension Command {
    static let mix = Command(
        "mix", "Find out whether pictures may be combined in one adapted work",
        operands: "[PATH…]", takes: .file,
        options: [Output.formatOption(MixForm.self), Invocation.lockOption],
        discussion: """
            Compares the licences in the lock by the compatibility chart of Creative Commons, and names the
            pairs that cannot be combined and the smallest set of pictures without which the rest can. This
            matters if you change and join pictures, such as in a collage; pictures that are shown next to
            each other are a collection, for which `forage check` is enough. The exit code is 0 if all can be
            combined, and 1 if not.
            """,
        examples: ["forage mix", "forage mix pictures/owl.jpg pictures/barn.jpg --format json"]
    ) { invocation in
        let form = try invocation.arguments.choice("format", as: MixForm.self) ?? .table
        let file = try invocation.lockFile()
        let entries = try entries(of: try file.read(), invocation, file)
        guard !entries.isEmpty else { throw CommandError.failure("The lock has no files.") }
        let mix = LicenceMix(entries)
        switch form {
        case .json: invocation.pipes.write(mix.json.utf8)
        case .table: mix.write(to: invocation.pipes, isShown: invocation.terminal.output != nil)
        }
        let count = mix.dropped.count
        invocation.pipes.say(
            mix.conflicts.isEmpty
                ? "All \(entries.count.of("picture")) can be combined."
                : "Without \(count.of("picture")), the other \(entries.count - count) can be combined.")
        return mix.conflicts.isEmpty ? .success : .failure
    }
}

enum MixForm: String, CaseIterable {
    case table, json
}

extension LicenceMix {
    fileprivate func write(to pipes: Pipes, isShown: Bool) {
        for conflict in conflicts {
            pipes.write(
                line: conflict.one == conflict.other
                    ? "conflict\t\(conflict.one.name.printable())\tis not known to permit adapted works"
                    : "conflict\t\(conflict.one.name.printable())\t\(conflict.other.name.printable())")
        }
        let files =
            isShown
            ? FolderGroups(dropped, path: { $0 }, words: { _ in "" }).rows.map(\.files)
            : dropped.map { $0.printable() }
        for file in files { pipes.write(line: "drop\t\(file)") }
    }

    fileprivate var json: String {
        JSONWriter.text(.pretty) { writer in
            writer.object { writer in
                writer.member("version", 1)
                writer.member("conflicts", all: conflicts) { writer, conflict in
                    writer.object { writer in
                        writer.member("licences", all: [conflict.one.name, conflict.other.name]) {
                            $0.string($1)
                        }
                        writer.member("paths", all: [conflict.one.paths, conflict.other.paths]) {
                            writer, paths in
                            writer.array { writer in for path in paths { writer.string(path) } }
                        }
                    }
                }
                writer.member("drop", all: dropped) { $0.string($1) }
            }
        } + "\n"
    }
}
