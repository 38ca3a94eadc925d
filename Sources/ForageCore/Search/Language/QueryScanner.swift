/// Takes a query apart into tokens, scalar by scalar, so that no mark can merge with a sign that means something.
///
/// A colon means something only behind a name of ASCII letters and before a value, so that `12:30`, `C++:`,
/// `Batman: Year One`, `std::vector` and addresses are words.
struct QueryScanner {
    let scalars: [Unicode.Scalar]
    var place = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Every token, in order.
    static func tokens(_ text: String) throws(QueryProblem) -> [QueryToken] {
        var scanner = QueryScanner(text)
        try scanner.checkScalars()
        var tokens: [QueryToken] = []
        while let token = try scanner.next() { tokens.append(token) }
        try tokens.checkOperators()
        try tokens.checkWords()
        return tokens
    }

    /// Whether a word is read as itself, whatever stands around it.
    static func isPlain(_ word: String) -> Bool {
        // As nearly all words are; those that would be operators are in capitals.
        let letters = word.utf8
        if letters.contains(where: \.isLowercaseLetter), letters.allSatisfy({ $0.isLetter || $0.isDigit }) {
            return true
        }
        guard let tokens = try? tokens("in \(word) x"), tokens.count == 3 else { return false }
        return tokens[1].kind == .text(word, isQuoted: false)
    }

    /// Sees what is no text: control characters, and what stands for bytes that are no UTF-8.
    private func checkScalars() throws(QueryProblem) {
        guard let place = scalars.firstIndex(where: \.isBroken) else { return }
        let sentence =
            scalars[place] == "\u{FFFD}"
            ? "these bytes are not UTF-8 text."
            : "the control character U+\(String(scalars[place].value, radix: 16, uppercase: true).padded) is not part of a text."
        throw QueryProblem(sentence, at: place..<place + 1)
    }

    private mutating func next() throws(QueryProblem) -> QueryToken? {
        // What cannot be seen comes along with text from elsewhere, and must not hide a sign behind it.
        while let scalar = scalar(at: place), scalar.isSpace || scalar.isUnseen { place += 1 }
        guard let first = scalar(at: place) else { return nil }
        let start = place
        try checkHyphens()
        let kind: QueryToken.Kind
        if first == "-", let second = scalar(at: place + 1), !second.isSpace, second != "-" {
            kind = .excluded(try exclusion())
        } else if first.isBang, let value = try providers() {
            kind = value
        } else if let phrase = try quoted() {
            kind = .text(phrase, isQuoted: true)
        } else if let field = try field() {
            kind = field
        } else {
            kind = .text(try bare(), isQuoted: false)
        }
        return QueryToken(kind: kind, range: start..<place)
    }

    func scalar(at place: Int) -> Unicode.Scalar? {
        place < scalars.count ? scalars[place] : nil
    }

    func text(_ range: Range<Int>) -> String {
        scalars[range].reduce(into: "") { $0.unicodeScalars.append($1) }
    }
}

// MARK: - Words

extension QueryScanner {
    /// Up to the next white space, or the comma that ends a value.
    mutating func bare(endsAtComma: Bool = false) throws(QueryProblem) -> String {
        let start = place
        while let scalar = scalar(at: place), !scalar.isSpace, !(endsAtComma && scalar.isComma) { place += 1 }
        // Behind a number it says inches.
        if place - start > 1, scalars[place - 1].endsPhrase, scalars[place - 2].properties.isAlphabetic {
            throw QueryProblem(
                "no quote begins what this one ends; put one there too, or drop this one.",
                at: place - 1..<place)
        }
        return text(start..<place)
    }

    /// `-word` or `-"a phrase"`.
    private mutating func exclusion() throws(QueryProblem) -> QueryToken.Value {
        let start = place
        place += 1
        if let text = try quotedValue() { return QueryToken.Value(text: text, range: start..<place) }
        let wish = scalars[place].isBang ? try providers() : try field()
        guard wish == nil else { throw .excludedField(at: start..<place) }
        return QueryToken.Value(text: try bare(), range: start..<place)
    }

    /// Sees what looks like `-word` and would be searched for.
    private func checkHyphens() throws(QueryProblem) {
        guard let next = scalar(at: place + 1) else { return }
        if scalars[place].isHyphenLookalike, !next.isSpace, !next.isHyphenLookalike {
            throw QueryProblem(
                "a word is left out with a plain hyphen, as in -barn. To search for this as it is, put it in quotes.",
                at: place..<place + 1)
        }
        if scalars[place] == "-", next == "-", scalar(at: place + 2)?.isLetter == true {
            throw QueryProblem(
                "options stand outside of the query, and a word is left out with one hyphen, as in -barn. "
                    + "To search for this as it is, put it in quotes.", at: place..<place + 2)
        }
    }
}

extension QueryProblem {
    static func excludedField(at range: Range<Int>) -> QueryProblem {
        QueryProblem(
            "only words and phrases can be left out with -; put quotes around it to mean the word.", at: range
        )
    }
}

extension Unicode.Scalar {
    // Nearly every scalar is ASCII, and Unicode's tables take a while.
    var isSpace: Bool {
        isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
    var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    var isBang: Bool { self == "!" || self == "！" }
    var isComma: Bool { self == "," || self == "，" }
    var isColon: Bool { self == ":" || self == "：" }
    /// Hyphens and dashes that keyboards and word processors make of the plain one, and the sign for minus.
    var isHyphenLookalike: Bool {
        ("\u{2010}"..."\u{2013}").contains(self) || "−﹣－".unicodeScalars.contains(self)
    }

    fileprivate var isUnseen: Bool { !isASCII && properties.isDefaultIgnorableCodePoint }
    fileprivate var isBroken: Bool {
        if isASCII { return (value < 0x20 || value == 0x7F) && !isSpace }
        return self == "\u{FFFD}" || properties.generalCategory == .control && !isSpace
    }
}

extension String {
    /// The words, which white space parts; no mark on a space makes a letter of it.
    var spacedWords: [String] {
        unicodeScalars.split(whereSeparator: \.isSpace).map { String(Substring($0)) }
    }

    fileprivate var padded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
