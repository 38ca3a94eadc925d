internal import ForageCore

extension ProviderCheck {
    static let credits = [
        ProviderCheck(
            "items-are-credited",
            "Every item names its source and page, and its creator and licence or says that they are unknown."
        ) { checks in
            Verdict(checks.breaches { checks.drafts($0).flatMap(checks.faultsOfCredit) })
        },
        ProviderCheck(
            "credits-are-complete", "The credit has every name and link, in text, HTML and Markdown."
        ) {
            checks in
            Verdict(
                checks.breaches { sample in
                    checks.drafts(sample).flatMap { checks.provider.attribution(for: $0).omissions(of: $0) }
                })
        },
        ProviderCheck("credits-are-escaped", "Names are escaped in the credit, in text, HTML and Markdown.") {
            checks in
            Verdict(
                checks.breaches { sample in
                    checks.drafts(sample).flatMap { draft in
                        Draft.hostileNames.flatMap { name in
                            let hostile = draft.naming(everything: name)
                            let credit = checks.provider.attribution(for: hostile)
                            return credit.omissions(of: hostile) + credit.escapes
                        }
                    }
                })
        },
    ]
}

extension ProviderChecks {
    fileprivate func faultsOfCredit(_ draft: Draft) -> [String] {
        let credit = provider.attribution(for: draft)
        var faults: [String] = []
        if !credit.source.name.isVisible { faults.append("its credit names no source") }
        if !credit.title.isVisible { faults.append("its credit has no title") }
        if credit.creator.fact?.name != draft.creator?.name { faults.append("its creator is not credited") }
        if credit.licence.fact?.id != draft.licence?.id { faults.append("its licence is not stated") }
        if credit.page.origin != draft.page.origin { faults.append("its credit links to another site") }
        if credit.serviceLine?.name != provider.info.terms.serviceLine?.name {
            faults.append("it lacks the line that the service requires")
        }
        return faults.map { "“\(draft.title)”: \($0)." }
    }
}

extension Draft {
    fileprivate static let hostileNames = [
        "\"'><script>alert(1)</script>", "](https://evil.example/) **x** `y` <b>",
        "one\r\ntwo\u{0}\u{1B}[31m",
    ]

    /// Returns a copy in which every name contains the given one, each with a different prefix.
    fileprivate func naming(everything name: String) -> Draft {
        var draft = self
        draft.title = "title " + name
        draft.creator = Creator(name: "maker " + name, url: creator?.url)
        draft.via = NamedLink("source " + name, via?.url ?? page)
        draft.licence = Licence(id: name, name: "licence " + name, url: licence?.url)
        return draft
    }
}

extension Attribution {
    /// Returns descriptions of the parts that the credit should contain and does not.
    fileprivate func omissions(of draft: Draft) -> [String] {
        let unknown = licence.fact == nil && !text.contains("licence unknown")
        return lostNames(of: draft) + lostLinks(of: draft) + unwrittenLinks
            + (unknown ? ["the text does not say that the licence is unknown."] : [])
    }

    private func lostNames(of draft: Draft) -> [String] {
        let names = [title, draft.creator?.name, source.name, draft.licence?.name, serviceLine?.name]
            .compactMap { $0?.onOneLine }
        // A title that consists of the maker's name need not repeat the name.
        let isRetitled = !draft.title.onOneLine.lowercased().contains(title.onOneLine.lowercased())
        return names.filter { !text.contains($0) }.map { "the text lacks “\($0)”." }
            + names.filter { !html.contains($0.escapedForHTML) }.map { "the HTML lacks “\($0)”." }
            + names.filter { !markdown.contains($0.escapedForMarkdown) }.map { "the Markdown lacks “\($0)”." }
            + (isRetitled ? ["its title is different."] : [])
    }

    /// Returns the links that are missing. They may differ from the item's links, because a service may require a
    /// referrer.
    private func lostLinks(of draft: Draft) -> [String] {
        [
            ("creator", draft.creator?.url, creator.fact?.url),
            ("licence", draft.licence?.url, licence.fact?.url),
        ].filter { $0.1 != nil && $0.2 == nil }.map { "its \($0.0)'s link is lost." }
    }

    private var unwrittenLinks: [String] {
        let links = [page, creator.fact?.url, source.url, licence.fact?.url, serviceLine?.url]
            .compactMap(\.self)
        return links.filter { !html.contains("href=\"\($0.text.escapedForHTML)\"") }
            .map { "the HTML lacks \($0)." }
            + links.filter { !markdown.contains("(<\($0)>)") }.map { "the Markdown lacks \($0)." }
            + (text.hasSuffix(page.text) ? [] : ["the text lacks \(page)."])
    }

    /// A sentence for each format whose markup a name breaks.
    fileprivate var escapes: [String] {
        let tags = html.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
        let broken = [
            ("HTML", tags.contains { !$0.hasPrefix("a href=\"http") && !$0.hasPrefix("/a>") }),
            ("Markdown", markdown.contains("](https://evil")),
            ("text", text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }),
            ("HTML", html.unicodeScalars.contains { $0.value < 0x20 }),
            ("Markdown", markdown.unicodeScalars.contains { $0.value < 0x20 }),
        ]
        return broken.filter(\.1).map { "a name is not escaped in the credit in \($0.0)." }
    }
}
