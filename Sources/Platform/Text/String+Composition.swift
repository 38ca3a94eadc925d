extension String {
    /// The text with every letter and its marks in one code point where there is one: Unicode's form C.
    package var composed: String { isASCII ? self : UTF8Proc.composed(self) }
}
