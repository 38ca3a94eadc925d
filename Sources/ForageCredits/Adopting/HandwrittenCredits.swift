internal import ForageCore
internal import ForageDownloads
internal import Platform

/// The credits on a page that a person wrote: in the rows of tables, in items of lists that begin with a file, and in
/// lines such as `Author: Ada` below the name of a file.
struct HandwrittenCredits {
    /// The credits with the paths of the files, as the page has them and in its order.
    private(set) var credits: [(path: String, credit: StatedCredit)] = []
    private var columns: [CreditField?] = []
    private var section = Section()
    /// The credit of all files that are listed below it, such as `Ada (CC BY 4.0):`.
    private var owner: StatedCredit?
    private var ownerHasFiles = false

    /// The lines about some files, which are named in a heading, alone on a line, or after a word such as "File:".
    private struct Section {
        var files: [String] = []
        var credit = StatedCredit()
        /// True if it goes on after an empty line.
        var hasHeading = false
    }

    init(_ page: String) {
        var previous: Substring = ""
        let lines = page.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in Self.joined(LinkReferences.resolved(in: Self.withoutExamples(lines))) {
            if !line.hasPrefix("|") { columns = [] }
            if line.hasPrefix("|") {
                readRow(line, after: previous)
            } else if line.isEmpty {
                // What was written before belongs to the page, not to the next file.
                if !section.hasHeading || section.files.isEmpty { begin([], hasHeading: section.hasHeading) }
                // A list may be apart from the words above it.
                if ownerHasFiles { owner = nil }
            } else if line.hasPrefix("#") {
                let words = line.drop { $0 == "#" }.trimmingWhitespace()
                let files = MarkdownText(words).files
                begin(files.isEmpty ? Self.files(at: words)?.files ?? [] : files, hasHeading: true)
                owner = nil
            } else if !readField(line) {
                readItem(line)
            }
            previous = line
        }
        begin([])
    }

    /// Leaves out comments, and blocks of code, which are often examples.
    private static func withoutExamples(_ lines: [Substring]) -> [Substring] {
        var (isComment, isCode) = (false, false)
        return lines.filter { line in
            if isComment {
                isComment = !line.contains("-->")
                return false
            }
            if line.trimmingWhitespace().hasPrefix("```") {
                isCode.toggle()
                return false
            }
            guard !isCode, let start = line.firstRange(of: "<!--") else { return !isCode }
            isComment = !line[start.upperBound...].contains("-->")
            return !line.trimmingWhitespace().hasPrefix("<!--")
        }
    }

    private static let greatestLineLength = 10_000

    /// Trims the lines, and joins those of one item. Lines that are too long for a person are left out.
    private static func joined(_ lines: [Substring]) -> [Substring] {
        var joined: [Substring] = []
        for line in lines where line.utf8.count <= greatestLineLength {
            let trimmed = line.trimmingWhitespace()
            if line.first?.isWhitespace == true, !trimmed.isEmpty, trimmed.withoutMark == nil,
                let last = joined.last, last.withoutMark != nil, last.utf8.count <= greatestLineLength,
                CreditField.read(trimmed) == nil
            {
                joined[joined.count - 1] = last + " " + trimmed
            } else {
                joined.append(trimmed)
            }
        }
        return joined
    }

    /// Ends the section, and begins one about other files.
    private mutating func begin(_ files: [String], hasHeading: Bool = false) {
        note(section.credit, of: section.files)
        section = Section(files: files, hasHeading: hasHeading)
    }

    private mutating func note(_ credit: StatedCredit, of files: [String]) {
        guard !credit.isEmpty else { return }
        credits += files.map { ($0, credit) }
    }

    // MARK: - Tables

    private mutating func readRow(_ row: Substring, after previous: Substring) {
        if row.allSatisfy({ "|-: \t".contains($0) }) {
            columns = Self.cells(of: previous).map { CreditField(named: $0.words) }
            return
        }
        var (files, credit): ([String], StatedCredit) = ([], StatedCredit())
        let hasFiles = columns.contains(.file)
        for (cell, column) in zip(Self.cells(of: row), columns) {
            // Without a column of files, the first one that names some is meant.
            if column == .file || column == nil && !hasFiles && files.isEmpty {
                if files.isEmpty { files = cell.files }
            } else if let column {
                credit.note(cell, as: column)
            }
        }
        note(credit, of: files)
    }

    private static func cells(of row: Substring) -> [MarkdownText] {
        row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map { MarkdownText($0) }
    }

    // MARK: - Lines with a field

    /// Reads a line such as `- **Author**: Ada`; false if it is something else.
    private mutating func readField(_ line: Substring) -> Bool {
        guard let (field, value) = CreditField.read(line.withoutMark ?? line) else { return false }
        guard field == .file else {
            section.credit.note(value, as: field)
            return true
        }
        let files = value.files
        guard !files.isEmpty else { return true }
        // What was written before the first file belongs to it.
        let credit = section.files.isEmpty ? section.credit : StatedCredit()
        begin(files, hasHeading: section.hasHeading)
        section.credit = credit
        return true
    }

    // MARK: - Items

    /// Reads an item such as ``- `owl.jpg` by Ada, [CC BY 4.0](https://…)``, or files alone on a line.
    private mutating func readItem(_ line: Substring) {
        if let credit = Self.owner(line) {
            begin([])
            (owner, ownerHasFiles) = (credit, false)
            return
        }
        guard let item = line.withoutMark else {
            let text = MarkdownText(line)
            if let owner {
                let (files, rest) = Self.files(at: line) ?? (text.files, "")
                // A remark may name another creator.
                if !rest.contains(" by "), !rest.contains("(") { note(owner, of: files) }
                ownerHasFiles = ownerHasFiles || !files.isEmpty
                // Files other than pictures may be among them.
                if files.isEmpty, line.contains(" ") || !line.contains(".") { self.owner = nil }
            }
            if text.words.split(separator: ",").count == text.files.count { begin(text.files) }
            return
        }
        guard let (files, rest) = Self.files(at: item) else { return readRemark(MarkdownText(item)) }
        if rest.allSatisfy({ "*:".contains($0) || $0.isWhitespace }) {
            if let owner { note(owner, of: files) }
            ownerHasFiles = true
            return begin(files)
        }
        note(Self.credit(in: Self.withoutChanges(rest)), of: files)
    }

    /// Reads what an item states after its files.
    private static func credit(in rest: Substring) -> StatedCredit {
        var credit = StatedCredit()
        if let words = wordsAfterBy(rest) {
            let ends = [
                ",", ";", " (", " under", " used", " licensed", ". ", " from ", " on ", " via ", " - ", " – ",
                " — ", ": ", " is ", " to ", " for ",
            ]
            let name = ends.compactMap { words.firstRange(of: $0)?.lowerBound }.min()
            let end = MarkdownText.link(at: words)?.rest.startIndex ?? name ?? words.endIndex
            credit.note(MarkdownText(words[..<end]), as: .creator)
        }
        if !String(rest).deniesLicence { credit.licence = Licence(creativeCommonsIn: String(rest)) }
        credit.words = credit.licence.map { _ in MarkdownText(rest).words }
        let links = MarkdownText(rest).urls.filter { $0.host != "creativecommons.org" }
        credit.page = links.first { $0 != credit.creator?.url && $0.host != credit.licence?.url?.host }
        return credit.licence != nil || credit.creator != nil ? credit : StatedCredit()
    }

    /// The words before those about what others changed.
    private static func withoutChanges(_ text: Substring) -> Substring {
        let starts = [", modified", ", edited", ", changed", " (modified", " (edited"]
        return text[..<(starts.compactMap { text.firstRange(of: $0)?.lowerBound }.min() ?? text.endIndex)]
    }

    /// Reads an item below a file that is only a licence or an address.
    private mutating func readRemark(_ text: MarkdownText) {
        owner = nil
        guard !section.files.isEmpty else { return }
        if text.words.isEmpty {
            section.credit.note(text, as: .page)
        } else if text.words.utf8.count <= 60, Licence(creativeCommonsIn: text.words) != nil {
            section.credit.note(text, as: .licence)
        }
    }

    /// The words after the first "by" that leads to the creator, and not to a museum that presents the picture.
    private static func wordsAfterBy(_ text: Substring) -> Substring? {
        var rest = text
        while let by = rest.firstRange(of: " by ") {
            let before = rest[..<by.lowerBound]
            rest = rest[by.upperBound...]
            // After a link or a bracket, no deed is meant.
            let last =
                before.last == ")" ? nil : before.split { !$0.isLetter && !$0.isNumber && $0 != "." }.last
            let deed = last?.lowercased() ?? ""
            let isSize = deed.last?.isNumber == true && rest.first?.isNumber == true
            let isOther =
                deed.hasSuffix("ed") && !deeds.contains(deed) || isSize || deed == "cc"
                || otherDeeds.contains(deed)
            if !isOther { return rest }
        }
        return nil
    }

    /// What a creator does.
    private static let deeds = [
        "created", "designed", "painted", "photographed", "illustrated", "rendered", "composed", "produced",
    ]
    private static let otherDeeds = ["shown", "given", "lent", "sold", "found", "held", "kept"]

    /// Reads a line such as `Ada (CC BY 4.0):`, or an item without the colon, above a list of files; nil if it is
    /// something else.
    private static func owner(_ line: Substring) -> StatedCredit? {
        let item = line.withoutMark
        guard item != nil || line.hasSuffix(":") else { return nil }
        let words = String(MarkdownText(item ?? line).words.prefix { $0 != ":" })
        guard words.utf8.count <= 80, words.hasSuffix(")"), let bracket = words.firstRange(of: " ("),
            // Another file is mentioned.
            !words.split(separator: " ").contains(where: { FileType.isPictureName(String($0)) })
        else { return nil }
        let work = words[..<bracket.lowerBound]
        guard Licence(creativeCommonsIn: String(work)) == nil else { return nil }
        let name = " " + work[..<(work.firstRange(of: "'s ")?.lowerBound ?? work.endIndex)]
        var credit = StatedCredit()
        if let name = wordsAfterBy(name[...]) ?? (isName(name) ? name[...] : nil) {
            credit.note(MarkdownText(name), as: .creator)
        }
        // Before the licence there may be an address, or who changed it.
        for remark in words[bracket.lowerBound...].split(separator: "(").dropFirst() {
            credit.licence = nil
            credit.note(MarkdownText(remark.prefix { $0 != ")" }), as: .licence)
            if credit.licence?.terms != nil { return credit }
        }
        return nil
    }

    /// Indicates whether words are a name and not a sentence.
    private static func isName(_ text: String) -> Bool {
        let words = text.lowercased().split(separator: " ")
        return words.count <= 4
            && !words.contains { ["by", "the", "all", "these", "from", "textures"].contains($0) }
    }

    /// The files that an item begins with, each as a link, as code or as a word, and the text after them.
    private static func files(at item: Substring) -> (files: [String], rest: Substring)? {
        let item = item.drop { $0 == "*" }
        let ends = item.hasPrefix("`") ? "`" : " :*"
        let end =
            MarkdownText.link(at: item)?.rest.startIndex
            ?? item.dropFirst().firstIndex { ends.contains($0) } ?? item.endIndex
        var (files, rest) = (MarkdownText(item[..<end]).files, item[end...])
        guard files.count == 1 else { return nil }
        if rest.hasPrefix("`") { rest = rest.dropFirst() }
        // More files may follow, as in "`a.jpg`, `b.jpg` and `c.jpg`".
        while let start = rest.firstIndex(of: "`"), rest[..<start].count <= 5,
            let end = rest[start...].dropFirst().firstIndex(of: "`"),
            case let more = MarkdownText(rest[start..<end]).files,
            !more.isEmpty
        {
            files += more
            rest = rest[end...].dropFirst()
        }
        return (files, rest)
    }
}

extension Substring {
    /// An item of a list without its mark; nil for another line.
    fileprivate var withoutMark: Substring? {
        guard let mark = first else { return nil }
        let rest = mark.isNumber ? drop(while: \.isNumber) : self
        guard let sign = rest.first, (mark.isNumber ? "." : "-*+").contains(sign),
            rest.dropFirst().first == " "
        else { return nil }
        return rest.dropFirst(2).trimmingWhitespace()
    }
}
