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
        "l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "windows-", "cp125", "cp437", "ibm437", "cp850",
        "ibm850", "cp852", "ibm852", "cp866", "ibm866", "koi8", "macintosh", "tis-620", "shift_jis", "sjis",
        "ms_kanji", "cp932", "ibm932", "ms932", "euc-", "uhc", "cp949", "gb", "big5",
    ]
}
