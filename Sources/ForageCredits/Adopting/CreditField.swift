internal import ForageCore
internal import Platform

/// A part of a credit, as the heading of a column or the word before a colon names it.
enum CreditField: Hashable, CaseIterable {
    case licence, creator, title, page, file

    /// Recognises the name of a field in common languages; nil if it names something else.
    init?(named name: String) {
        let name = " \(name.folded) "
        // "Image author" is the author, and "Original title" the title.
        guard let field = Self.allCases.first(where: { $0.stems.contains(where: name.contains) }) else {
            return nil
        }
        self = field
    }

    /// Parts of words that name it; a space is an end of the word, as "Fotografia" is not a person.
    private var stems: [String] {
        switch self {
        case .licence: ["licen", "lizen", "лиценз", "许可", "授權", "ライセンス"]
        case .creator:
            [
                "author", "artist", "creator", "photographe", "autor", "auteur", "urheber", "fotograf ",
                "fotografin", "fotografo", "автор", "作者", "撮影者",
            ]
        case .title: ["title", "titel", "titre", "titulo", "titolo", "название", "标题"]
        case .page: ["source", "link", "url", "quelle", "fuente", "fonte", "источник", "来源", "原始頁面", "出典"]
        case .file:
            [
                "file", "path", "image", "picture", "texture", "sprite", "asset", "datei", "fichier",
                "archivo", "arquivo", "ficheiro", "immagin", "файл", "文件", "檔案", "ファイル",
            ]
        }
    }
}

extension CreditField {
    /// Reads a line such as `Author: Ada`; nil if no field is named before the first colon.
    static func read(_ line: Substring) -> (field: CreditField, value: MarkdownText)? {
        guard let colon = line.firstIndex(of: ":"), !line[colon...].hasPrefix("://") else { return nil }
        let name = MarkdownText(line[..<colon])
        guard name.words.utf8.count <= 40, name.files.isEmpty, let field = CreditField(named: name.words)
        else { return nil }
        return (field, MarkdownText(line[line.index(after: colon)...]))
    }
}

extension StatedCredit {
    /// Notes what a person wrote about a field other than the file, if nothing is known about it yet.
    mutating func note(_ text: MarkdownText, as field: CreditField) {
        switch field {
        case .file: return
        case .title: title = title ?? text.stated
        case .creator: creator = creator ?? Creator(name: text.stated?.onlyName, url: text.url)
        case .page: page = page ?? text.url
        case .licence:
            guard licence == nil, let stated = text.stated, stated.contains(where: \.isLetter) else {
                return
            }
            words = stated
            if stated.deniesLicence {
                licence = Licence(name: stated)
            } else if let own = text.url.flatMap({ Licence(creativeCommons: $0) }) {
                licence = own
            } else if let known = Licence(knownIn: stated) {
                licence = known
                // The words name the licence, so the link leads to the work.
                if known.url?.host != text.url?.host { page = page ?? text.url }
            } else {
                let name = stated.withoutRemark
                licence = text.url.map { Licence(name: name, url: $0) } ?? Licence(spdx: name)
            }
        }
    }
}

extension String {
    /// The name in words such as `Photo by Ada on Unsplash` or `Ada <ada@example.org>`; nil if there is none.
    fileprivate var onlyName: String? {
        var name = self[...]
        if let by = name.firstRange(of: "hoto by ") { name = name[by.upperBound...] }
        for service in ["Unsplash", "Pexels", "Pixabay", "Flickr", "Wikimedia Commons"] {
            for word in [" on ", " via ", " from ", " / "] where name.hasSuffix(word + service) {
                name = name.dropLast(word.count + service.count)
            }
        }
        let words = name.split(separator: " ").filter { !$0.contains("@") || $0.hasPrefix("@") }
        let found = words.joined(separator: " ").drop { $0 == "," }
        return found.isEmpty || found.contains { "[]".contains($0) } ? nil : String(found)
    }

    /// Indicates whether it says that a licence does not apply.
    var deniesLicence: Bool {
        let words = folded
        return ["not cc", "not creative", "not apply", "not under", "not licen", "no longer"]
            .contains(where: words.contains)
    }

    /// The name of a licence without a remark after it, unless the remark may restrict the licence.
    fileprivate var withoutRemark: String {
        let ends = [" — ", " – ", ". ", "; ", ", "].compactMap { firstRange(of: $0)?.lowerBound }
        let end = ends.min() ?? endIndex
        let isRestricted = String(self[end...]).folded.split(separator: " ").contains {
            ["not", "no", "non", "noncommercial", "only", "except", "but"].contains($0)
        }
        return isRestricted ? self : String(self[..<end])
    }
}

extension Licence {
    /// The licence that a sentence names in words; nil if that is not beyond doubt.
    fileprivate init?(knownIn sentence: String) {
        if let licence = Licence(creativeCommonsIn: sentence) {
            self = licence
            return
        }
        let words = sentence.folded
        let publicDomain = [
            "public domain", "domaine public", "dominio publico", "pubblico dominio", "dominio pubblico",
            "gemeinfrei", "общественное достояние",
        ]
        if publicDomain.contains(where: words.hasPrefix) {
            self.init(name: "Public domain")
        } else if words.hasPrefix("unsplash licen") {
            self.init(id: "unsplash", name: "Unsplash License", url: WebURL("https://unsplash.com/license"))
        } else {
            return nil
        }
    }
}
