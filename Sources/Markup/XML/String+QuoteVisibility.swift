extension String {
    /// Whether a document in the encoding of this name has its quotation marks as bytes that can be counted.
    ///
    /// In the others (UTF-7 and EBCDIC among them) a mark may be written otherwise, so they get less room.
    var showsQuotes: Bool {
        let name = lowercased()
        return Self.families.contains { name.hasPrefix($0) }
    }

    private static let families = [
        "utf-8", "utf8", "utf-16", "utf16", "us-ascii", "ascii", "iso-8859", "iso8859", "iso_8859", "latin",
        "windows-", "cp125", "shift_jis", "sjis", "euc-", "gb", "big5", "koi8", "macintosh",
    ]
}
