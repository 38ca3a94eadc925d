internal import ForageCore
internal import Platform

/// The statements of a project about its files: in `REUSE.toml` or `.reuse/dep5`, and on pages with credits.
package struct ProjectStatements: Sendable {
    private let folder: String
    private var reuse: [String: REUSEStatements] = [:]
    private var pages: [String: StatedCredit] = [:]
    /// The credits of pictures that a page names only by a pattern.
    private var patterns: [String: StatedCredit] = [:]

    private static let greatestPageLength = 4 << 20
    /// The names of pages that may have credits, in small letters.
    private static let pageNames = Set(
        [
            "credit", "credits", "attribution", "attributions", "image_credits", "image-credits", "authors",
            "license", "licenses", "licence", "licences", "readme",
        ].flatMap { [$0, "\($0).md", "\($0).txt"] })

    /// Reads the statements in the folders of some pictures, and in the folders around these.
    ///
    /// - Parameters:
    ///   - pictures: The paths of all pictures of the project, from its folder.
    ///   - folder: The folder of the project.
    ///   - pages: The paths of other pages with credits, the most important first.
    package init(about pictures: [String], in folder: String, pages: [String]) {
        self.folder = folder
        // The nearest ones come first.
        let folders = Set(pictures.flatMap { ProjectPath.folders(of: $0) }).union([""])
            .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        let found = folders.flatMap { place in
            LocalFolder.names(in: "\(folder)/\(place)")
                .filter { Self.pageNames.contains($0.lowercased()) }.map { place + $0 }
        }
        let byName = Dictionary(grouping: pictures) { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let stated = Set(pages)
        for page in (pages + found).distinct { read(page, byName, isStated: stated.contains(page)) }
        for place in folders {
            if let text = text(place + "REUSE.toml") { reuse[place] = REUSEStatements(toml: text) }
        }
        if reuse[""] == nil, let text = text(".reuse/dep5") { reuse[""] = REUSEStatements(dep5: text) }
    }

    private func text(_ path: String, upTo limit: Int = 64 << 20) -> String? {
        let file = try? LocalFile("\(folder)/\(path)", upTo: limit, pipes: false, followsLinks: false)
        return file.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Reads a page. Of two credits for a picture, the one that was read first counts, and one by its name comes before
    /// one by a pattern.
    private mutating func read(_ page: String, _ byName: [String: [String]], isStated: Bool) {
        guard let text = text(page, upTo: Self.greatestPageLength) else { return }
        let folder = page.lastIndex(of: "/").map { String(page[...$0]) } ?? ""
        if text.hasPrefix("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/") {
            reuse[folder] = REUSEStatements(dep5: text)
            return
        }
        let own = CreditsMarkdown(text).credits.map { (path: $0.key, credit: $0.value) }
        for (path, credit) in own + HandwrittenCredits(text).credits {
            for picture in Self.pictures(path, on: folder, byName, isStated: isStated) {
                if path.contains("*") {
                    patterns[picture] = patterns[picture] ?? credit
                } else {
                    pages[picture] = pages[picture] ?? credit
                }
            }
        }
    }

    /// The pictures that a page in a folder names: from its folder, or by the end of a path that only one below the folder
    /// has. A page that was stated may name pictures anywhere.
    private static func pictures(
        _ path: String, on folder: String, _ byName: [String: [String]], isStated: Bool
    ) -> [String] {
        if path.contains("*") {
            let pattern = PathPattern(path)
            return byName.values.joined().filter {
                $0.hasPrefix(folder) && pattern.matches(String($0.dropFirst(folder.count)))
            }
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let all = byName[name] ?? []
        let whole = ProjectPath.joined(folder, path)
        if all.contains(whole), name != path { return [whole] }
        let end = "/" + path.drop { $0 == "/" }
        let near = all.filter { ("/" + $0).hasSuffix(end) && $0.hasPrefix(folder) }
        let named = near.isEmpty && isStated ? all.filter { ("/" + $0).hasSuffix(end) } : near
        return named.count == 1 ? named : [whole]
    }

    /// The statement about a file that replaces all others; nil if there is none.
    func override(of path: String) -> StatedCredit? {
        ProjectPath.folders(of: path).reversed().lazy.compactMap { place in
            reuse[place]?.credit(for: String(path.dropFirst(place.count)), overriding: true)
        }.first
    }

    /// The statements about a file, those of the nearest `REUSE.toml` first.
    package subscript(path: String) -> StatedCredit? {
        var credit = StatedCredit()
        for place in ProjectPath.folders(of: path) {
            if let stated = reuse[place]?.credit(for: String(path.dropFirst(place.count))) {
                credit.add(stated)
                break
            }
        }
        if let page = pages[path] ?? patterns[path] { credit.add(page) }
        return credit == StatedCredit() ? nil : credit
    }
}
