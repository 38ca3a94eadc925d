internal import JSON

extension Configuration {
    /// The configuration as it holds now, as JSON; of keys only whether they are set.
    package var json: [UInt8] { json { _ in true } }

    /// Some of the settings.
    func json(where isWanted: (SettingLeaf) -> Bool) -> [UInt8] {
        JSONWriter.bytes(.pretty) { write(settings.tree.root, to: &$0, where: isWanted) }
    }

    private func write(
        _ group: SettingGroup, to writer: inout JSONWriter, where isWanted: (SettingLeaf) -> Bool
    ) {
        writer.object { writer in
            for member in group.members {
                switch member.content {
                case .group(let inner) where inner.leaves.isEmpty || inner.leaves.contains(where: isWanted):
                    writer.key(member.name)
                    write(inner, to: &writer, where: isWanted)
                case .leaf(let leaf) where isWanted(leaf): write(leaf, called: member.name, to: &writer)
                case .group, .leaf: continue
                }
            }
        }
    }

    private func write(_ leaf: SettingLeaf, called name: String, to writer: inout JSONWriter) {
        if let key = keyState(leaf.path) {
            writer.key(name)
            writer.string(key.description)
        } else if let value = settings.value(leaf) {
            writer.key(name)
            writer.value(value)
        } else if leaf.form.isList {
            writer.key(name)
            writer.array { writer in
                for element in settings.list(leaf) { writer.string(element) }
            }
        }
    }
}

extension JSONWriter {
    /// Writes a setting the way a file has it.
    mutating func value(_ value: SettingValue) {
        switch value {
        case .text(let text): string(text)
        case .flag(let flag): bool(flag)
        case .integer(let integer): number(integer)
        case .number(let double): number(asWritten: double.shortest)
        case .url(let url): string(url.text)
        case .file(let file): string(file.path)
        }
    }
}
