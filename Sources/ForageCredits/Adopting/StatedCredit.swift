package import ForageCore
package import ForageDownloads
internal import Platform

/// The credit that a file from elsewhere has: what a person or the file itself states. Nothing else is assumed.
package struct StatedCredit: Hashable, Sendable {
    package var title: String?
    package var creator: Creator?
    package var licence: Licence?
    package var page: WebURL?
    package var source: NamedLink?
    package var alt: String?
    /// The words about the licence.
    package var words: String?

    package init() {}

    /// Indicates whether nothing is known about the creator, the licence and the page.
    package var isEmpty: Bool { creator == nil && licence == nil && page == nil && source == nil }

    /// Fills what is unknown from another statement.
    package mutating func add(_ other: StatedCredit) {
        title = title ?? other.title
        creator = creator ?? other.creator
        // The words belong to their licence.
        if licence == nil { (licence, words) = (other.licence, other.words ?? words) }
        page = page ?? other.page
        source = source ?? other.source
        alt = alt ?? other.alt
    }

    /// Returns the credit for a lock that was read on a day, with a title if none is stated.
    package func credits(title: String, on date: String) -> [LockCredit] {
        guard !isEmpty else { return [] }
        let line = CreditLine(
            title: self.title ?? title, page: page, source: source, creator: creator, licence: licence)
        let evidence = words.map { LicenceEvidence(words: $0, url: page, date: date, digest: nil) }
        return [LockCredit(line, evidence: evidence)]
    }
}

extension StatedCredit {
    init(_ credit: LockCredit) {
        (title, page, source) = (credit.line.title, credit.line.page, credit.line.source)
        (creator, licence) = (credit.line.creator, credit.line.licence)
        words = credit.evidence?.words
    }

    /// The statements inside a picture.
    package init(_ rights: EmbeddedRights) {
        title = rights.title
        creator = Creator(name: rights.creator)
        alt = rights.alt
        page = rights.page
        if let url = rights.licence {
            licence = Licence(name: rights.terms ?? url.text, url: url)
        } else if let terms = rights.terms {
            licence = terms.deniesLicence ? nil : Licence(creativeCommonsIn: terms)
            licence = licence ?? Licence(name: terms)
        }
        if let name = rights.source, let page { source = NamedLink(name, page) }
        words = [rights.terms, rights.licence?.text, rights.notice].compactMap(\.self).distinct.joined(
            separator: "; ")
        if words?.isEmpty == true { words = nil }
    }

    /// The statements in a file with the ending `.license` of the REUSE specification; nil if there is none.
    package init?(licenceFileNextTo path: String) {
        guard
            let file = try? LocalFile(path + ".license", upTo: 64 * 1024, pipes: false, followsLinks: false),
            let text = String(validating: file.bytes, as: UTF8.self)
        else { return nil }
        var (holders, expressions): ([String], [String]) = ([], [])
        for line in text.split(whereSeparator: \.isNewline) {
            if let value = line.value(of: "SPDX-FileCopyrightText:") { holders.append(value) }
            if let value = line.value(of: "SPDX-License-Identifier:") { expressions.append(value) }
        }
        self.init(holders: holders, expressions: expressions)
    }

    /// The statement of REUSE about the holders of the copyright and the licences; nil if both are unknown.
    init?(holders: [String], expressions: [String]) {
        let names = holders.map(\.withoutYears).filter { !["NONE", "NOASSERTION"].contains($0) }
        creator = Creator(name: names.distinct.joined(separator: ", "))
        if let id = expressions.first {
            licence =
                expressions.count == 1
                ? Licence(spdx: id) : Licence(name: expressions.joined(separator: " AND "))
            words = expressions.map { "SPDX-License-Identifier: \($0)" }.joined(separator: "; ")
        }
        guard !isEmpty else { return nil }
    }
}

extension Licence {
    /// The licence with an identifier of the SPDX License List.
    package init(spdx id: String) {
        let name = id.lowercased()
        let parts = name.split(separator: "-").map(String.init)
        switch (parts.first, parts.last) {
        case _ where name.contains(" "): self.init(name: id)
        case ("cc0", let version?) where parts.count == 2: self = .creativeCommons("zero", version)
        case ("cc", "1.0") where parts.dropFirst().first == "pdm": self = .creativeCommons("mark", "1.0")
        case ("cc", _) where LicenceFilter.isLicence(name) && parts.count > 2:
            let place = parts.firstIndex { $0.first?.isNumber == true } ?? parts.count
            let port = place + 1 < parts.count ? parts[place + 1] + "/" : ""
            let terms = parts[1..<place].joined(separator: "-")
            let version = place < parts.count ? parts[place] + "/" : ""
            let url = WebURL("https://creativecommons.org/licenses/\(terms)/\(version)\(port)")
            self.init(name: id, url: url)
        default: self.init(name: id)
        }
    }
}

extension Substring {
    fileprivate func value(of tag: String) -> String? {
        guard let range = firstRange(of: tag) else { return nil }
        let value = self[range.upperBound...].trimmingWhitespace()
        return value.isEmpty ? nil : String(value)
    }
}

extension String {
    /// A notice of copyright without its sign and its years at the beginning, and without an address at the end.
    fileprivate var withoutYears: String {
        let signs = ["©", "(c)", "copyright", "spdx-filecopyrighttext:"]
        var words = split(separator: " ")[...]
        while let word = words.first?.lowercased(),
            signs.contains(word) || word.allSatisfy({ $0.isNumber || "-–,".contains($0) })
        {
            words = words.dropFirst()
        }
        let name = words.filter { !$0.hasPrefix("<") }.joined(separator: " ")
        return name.isEmpty ? self : name
    }
}
