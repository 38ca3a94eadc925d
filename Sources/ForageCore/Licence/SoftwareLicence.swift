/// The terms of the usual licences of software, which projects also give to their pictures.
enum SoftwareLicence {
    /// The terms of a licence by its identifier in the SPDX License List; nil for any other. Where several are offered,
    /// those of the first one that is known.
    static func terms(_ id: String) -> LicenceTerms? {
        // `-or-later` is a part of a name.
        let choices = id.replacing("-or-later", with: "+").split(separator: "-or-")
        return choices.lazy.compactMap { one($0.split(separator: "-")) }.first
    }

    private static func one(_ parts: [Substring]) -> LicenceTerms? {
        guard let first = parts.first else { return nil }
        var terms = LicenceTerms.free
        switch first {
        case "0bsd", "unlicense", "wtfpl": break
        case "cc" where parts == ["cc", "pddc"]: return terms
        case "mit", "isc", "zlib", "bsd", "apache", "ofl", "artistic", "x11":
            terms.duties = [.credit, .notice]
        case "gpl", "agpl", "lgpl", "mpl", "gfdl", "epl", "eupl":
            terms.duties = [.credit, .notice, .shareAlike]
        default: return nil
        }
        return parts.dropFirst().allSatisfy(isOfName) ? terms : nil
    }

    /// Indicates whether a word belongs to the name of a licence. Any other word may restrict the licence.
    private static func isOfName(_ word: Substring) -> Bool {
        let number = word.first == "v" ? word.dropFirst() : word
        return number.first?.isNumber == true && number.allSatisfy { $0.isNumber || ".+".contains($0) }
            || ["license", "licence", "public", "version", "clause", "only", "new", "simplified"].contains(
                word)
    }
}
