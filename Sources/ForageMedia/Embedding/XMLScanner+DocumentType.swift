extension XMLScanner {
    /// Goes behind a document type, whatever it declares; false where it has no end.
    mutating func skipDocumentType() -> Bool {
        var depth = 0
        while !isAtEnd {
            if starts(with: "<!--") || starts(with: "<?") {
                guard next() != nil else { return false }
                continue
            }
            switch bytes[place] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard skipQuotation() else { return false }
                continue
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"): depth -= 1
            default: break
            }
            advance()
            if depth == 0 { return true }
        }
        return false
    }
}
