extension UInt8 {
    var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    /// A letter in lower case, any other byte as it is.
    var inLowerCase: UInt8 { isUppercaseLetter ? self | 0x20 : self }
    var isLetter: Bool { isLowercaseLetter || isUppercaseLetter }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
