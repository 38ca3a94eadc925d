internal import Files

/// How the folders in one are written, so that names which differ only in case lead to one folder, as they do where file
/// systems do not care for case.
struct FolderSpellings {
    private var spellings: [String: [String]] = [:]

    /// Looks through a folder, which need not be there.
    init(in path: String) {
        for entry in LocalFolder.entries(in: path) ?? [] where entry.mayBeFolder { add(entry.name) }
    }

    /// A name as that of a folder is written that is there, or was asked for first.
    mutating func spelling(of name: String) -> String {
        let known = spellings[name.withoutCase] ?? []
        if let spelling = known.first(where: { $0 == name }) ?? known.first { return spelling }
        add(name)
        return name
    }

    private mutating func add(_ name: String) { spellings[name.withoutCase, default: []].append(name) }
}
