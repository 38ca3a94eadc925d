extension String {
    /// The text of bytes that are known to be UTF-8.
    ///
    /// Whether all of them are ASCII is looked at, which is quick, and of such a text nearly all else is quicker.
    package init(valid bytes: Span<UInt8>) {
        var text = UTF8Span(unchecked: bytes)
        _ = text.checkForASCII()
        self.init(copying: text)
    }

    /// Whether all of it is ASCII, which most texts are.
    package var isASCII: Bool {
        var text = utf8Span
        return text.checkForASCII()
    }
}
