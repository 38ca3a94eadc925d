/// Splits a query into tokens, scalar by scalar, so that no combining mark can merge with a special character.
///
/// A colon is special only between a name of ASCII letters and a value, so that `12:30`, `C++:`, `Batman: Year One`,
/// `std::vector` and addresses are words.
struct QueryScanner {
    let scalars: [Unicode.Scalar]
    var place = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Returns every token, in order.
    static func tokens(_ text: String) throws(QueryTextError) -> [QueryToken] {
        var scanner = QueryScanner(text)
        try scanner.checkScalars()
        var tokens: [QueryToken] = []
        while let token = try scanner.next() { tokens.append(token) }
        try tokens.checkOperators()
        try tokens.checkWords()
        return tokens
    }

    /// Indicates whether a word is read as itself in any context.
    static func isPlain(_ word: String) -> Bool {
        // True for nearly all words; only words in capitals can be operators.
        let letters = word.utf8
        if letters.contains(where: \.isLowercaseLetter), letters.allSatisfy({ $0.isLetter || $0.isDigit }) {
            return true
        }
        guard let tokens = try? tokens("in \(word) x"), tokens.count == 3 else { return false }
        return tokens[1].kind == .text(word, isQuoted: false)
    }

    /// Reports scalars that are not text: control characters and replacement characters for invalid UTF-8.
    private func checkScalars() throws(QueryTextError) {
        guard let place = scalars.firstIndex(where: \.isBroken) else { return }
        let sentence =
            scalars[place] == "\u{FFFD}"
            ? "these bytes are not UTF-8 text."
            : "the control character U+\(String(scalars[place].value, radix: 16, uppercase: true).padded) is not allowed in a query."
        throw QueryTextError(sentence, at: place..<place + 1)
    }

    private mutating func next() throws(QueryTextError) -> QueryToken? {
        // Invisible characters are common in pasted text and must not hide a special character after them.
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
    /// Reads up to the next white space, or to the comma that ends a value.
    mutating func bare(endsAtComma: Bool = false) throws(QueryTextError) -> String {
        let start = place
        while let scalar = scalar(at: place), !scalar.isSpace, !(endsAtComma && scalar.isComma) { place += 1 }
        // After a number, a quote means inches.
        if place - start > 1, scalars[place - 1].endsPhrase, scalars[place - 2].properties.isAlphabetic {
            throw QueryTextError(
                "this closing quote has no opening quote; add one, or remove this one.",
                at: place - 1..<place)
        }
        return text(start..<place)
    }

    /// Reads `-word` or `-"a phrase"`.
    private mutating func exclusion() throws(QueryTextError) -> QueryToken.Value {
        let start = place
        place += 1
        if let text = try quotedValue() { return QueryToken.Value(text: text, range: start..<place) }
        let option = scalars[place].isBang ? try providers() : try field()
        guard option == nil else { throw .excludedField(at: start..<place) }
        return QueryToken.Value(text: try bare(), range: start..<place)
    }

    /// Reports text that looks like `-word` but would be searched for.
    private func checkHyphens() throws(QueryTextError) {
        guard let next = scalar(at: place + 1) else { return }
        if scalars[place].isHyphenLookalike, !next.isSpace, !next.isHyphenLookalike {
            throw QueryTextError(
                "use a plain hyphen to exclude a word, as in -barn. To search for this as it is, put it in quotes.",
                at: place..<place + 1)
        }
        if scalars[place] == "-", next == "-", scalar(at: place + 2)?.isLetter == true {
            throw QueryTextError(
                "options go outside the query, and one hyphen excludes a word, as in -barn. "
                    + "To search for this as it is, put it in quotes.", at: place..<place + 2)
        }
    }
}

// Filters, as `name:value`.
extension QueryScanner {
    /// Reads `name:value`; nil for a word with a colon.
    mutating func field() throws(QueryTextError) -> QueryToken.Kind? {
        let start = place
        let end = scalars[place...].firstIndex { !$0.isNamePart } ?? scalars.count
        guard scalars[place].isLetter, let sign = scalar(at: end) else { return nil }
        let name = text(start..<end)
        guard let field = QueryField.named(name) else {
            guard sign == ":" || isMisspelt(name, before: sign, at: end), hasValue(after: end) else {
                return nil
            }
            throw QueryTextError.unknownField(name, at: start..<end)
        }
        try checkSign(of: field, from: start, at: end)
        if !sign.isColon || scalar(at: end + 1)?.isColon == true || isAddress(after: end) { return nil }
        place = end + 1
        return .field(field, try values(of: field, from: start))
    }

    /// Reads `!flickr`, `!flickr,unsplash` or `!flickr,!unsplash`; nil for a word with an exclamation mark.
    mutating func providers() throws(QueryTextError) -> QueryToken.Kind? {
        guard let from = QueryField.named("from"), scalar(at: place + 1)?.isLetter == true else { return nil }
        return .field(from, try values(of: from, from: place, isMarked: true))
    }

    /// Chinese and Japanese titles contain full-width colons; before a Latin value, such a colon means a filter.
    private func isMisspelt(_ name: String, before sign: Unicode.Scalar, at end: Int) -> Bool {
        sign.isColon && scalar(at: end + 1)?.isASCII == true
            && nearestName(to: name, among: QueryField.all.flatMap(\.names)) != nil
    }

    /// Indicates whether the text after a colon can be a value.
    private func hasValue(after colon: Int) -> Bool {
        guard let first = scalar(at: colon + 1), !first.isSpace, first != ":" else { return false }
        return !isAddress(after: colon)
    }

    private func isAddress(after colon: Int) -> Bool {
        scalar(at: colon + 1) == "/" && scalar(at: colon + 2) == "/"
    }

    /// Reports `by=Ann` and `by :Ann`, which would be searched for.
    private func checkSign(of field: QueryField, from start: Int, at end: Int) throws(QueryTextError) {
        let place = scalars[end...].firstIndex { !$0.isSpace } ?? end
        let isMistaken = place == end ? scalars[place] == "=" : scalars[place].isColon
        guard isMistaken, let value = scalars[(place + 1)...].first(where: { place == end || !$0.isSpace }),
            value.beginsValue
        else { return }
        throw QueryTextError(
            "write a filter without spaces, with a colon: \(field.name):\(field.placeholder). "
                + "To search for this as it is, put it in quotes.", at: start..<place + 1)
    }

    /// Reads values separated by commas; exclamation marks are allowed before them if `isMarked` is true.
    private mutating func values(
        of field: QueryField, from start: Int, isMarked: Bool = false
    ) throws(QueryTextError) -> [QueryToken.Value] {
        var values: [QueryToken.Value] = []
        repeat {
            if !values.isEmpty { place += 1 }
            if isMarked, scalar(at: place)?.isBang == true { place += 1 }
            values.append(try value(of: field, from: start))
        } while field.isList && scalar(at: place)?.isComma == true
        if field.isList, let next = scalars[place...].firstIndex(where: { !$0.isSpace }),
            scalars[next].isComma
        {
            throw QueryTextError("remove the spaces around the comma between values.", at: next..<next + 1)
        }
        return values
    }

    private mutating func value(
        of field: QueryField, from start: Int
    ) throws(QueryTextError) -> QueryToken.Value {
        let valueStart = place
        if let text = try quotedValue(endsAtComma: field.isList) {
            return QueryToken.Value(text: text, range: valueStart..<place)
        }
        let text = try bare(endsAtComma: field.isList)
        guard let first = scalar(at: valueStart), !text.isEmpty else {
            throw QueryTextError(
                "\(field.name) needs a value: \(field.name):\(field.placeholder).",
                at: start..<max(place, start + 1))
        }
        if first == "-" || first.isBang || first.isHyphenLookalike,
            scalar(at: valueStart + 1)?.beginsValue == true
        {
            throw QueryTextError.excludedField(at: valueStart..<place)
        }
        return QueryToken.Value(text: text, range: valueStart..<place)
    }
}

// Text between quotes of any style.
extension QueryScanner {
    /// Reads a phrase with single spaces; nil if no quote begins here. A backslash escapes the next character.
    mutating func quoted() throws(QueryTextError) -> String? {
        guard let first = scalar(at: place), let closing = Self.quotes[first] else { return nil }
        let start = place
        place += 1
        var text = String.UnicodeScalarView()
        while var scalar = scalar(at: place) {
            place += 1
            if closing.contains(scalar) { return String(text).spacedWords.joined(separator: " ") }
            if scalar == "\\", let next = self.scalar(at: place), closing.contains(next) || next == "\\" {
                scalar = next
                place += 1
            }
            text.append(scalar)
        }
        throw QueryTextError(
            "the quote that opens here is not closed; close it with \(closing[0]) or remove it.",
            at: start..<start + 1)
    }

    /// Reads a quoted value; nil if no quote begins here.
    mutating func quotedValue(endsAtComma: Bool = false) throws(QueryTextError) -> String? {
        guard let text = try quoted() ?? singlyQuoted(endsAtComma: endsAtComma) else { return nil }
        guard isEnd(at: place, endsAtComma) else {
            throw QueryTextError("a space is missing after the quote.", at: place..<place + 1)
        }
        return text
    }

    /// Reads a value in single quotes. At its start there is no word, so the quote is not an apostrophe; nil if no
    /// single quote ends it, as in `by:'t`.
    private mutating func singlyQuoted(endsAtComma: Bool) -> String? {
        guard let first = scalar(at: place), first.isSingleQuote else { return nil }
        let rest = place + 1..<scalars.count
        guard let end = rest.first(where: { scalars[$0].isSingleQuote && isEnd(at: $0 + 1, endsAtComma) })
        else { return nil }
        defer { place = end + 1 }
        return text(place + 1..<end).spacedWords.joined(separator: " ")
    }

    private func isEnd(at place: Int, _ endsAtComma: Bool) -> Bool {
        guard let next = scalar(at: place) else { return true }
        return next.isSpace || endsAtComma && next.isComma
    }

    /// The opening quotes, each with its closing quotes, the most common first.
    private static let quotes: [Unicode.Scalar: [Unicode.Scalar]] = [
        "\"": ["\""], "“": ["”"], "”": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "＂": ["＂"],
    ]
}

extension QueryTextError {
    static func excludedField(at range: Range<Int>) -> QueryTextError {
        QueryTextError(
            "only words and phrases can be excluded with -; if this is a word and not a filter, put it in quotes.",
            at: range
        )
    }
}

extension Unicode.Scalar {
    // A fast path for ASCII, since Unicode's tables are slow.
    var isSpace: Bool {
        isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
    var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    var isBang: Bool { self == "!" || self == "！" }
    var isComma: Bool { self == "," || self == "，" }
    var isColon: Bool { self == ":" || self == "：" }
    /// Indicates whether it is a minus sign, or a hyphen or dash that keyboards and word processors produce.
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
    /// The words, separated by white space. A combining mark on a space does not make it a letter.
    var spacedWords: [String] {
        unicodeScalars.split(whereSeparator: \.isSpace).map { String(Substring($0)) }
    }

    fileprivate var padded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}

extension Unicode.Scalar {
    /// Indicates whether it can end a phrase.
    var endsPhrase: Bool { "\"“”«»＂".unicodeScalars.contains(self) }
    var isSingleQuote: Bool { "'‘’‚＇".unicodeScalars.contains(self) }
}

extension QueryTextError {
    fileprivate static func unknownField(_ name: String, at range: Range<Int>) -> QueryTextError {
        let names = QueryField.all.flatMap(\.names)
        let hint =
            nearestName(to: name, among: names).map { "; did you mean \($0.quoted)?" }
            ?? "; \(QueryField.all.map(\.name).asChoice)."
        return QueryTextError(
            "\(name.quoted) is not a filter\(hint) To search for it as it is, put it in quotes.", at: range)
    }
}

extension Unicode.Scalar {
    fileprivate var isNamePart: Bool { isLetter || self == "-" }
    /// Indicates whether it can begin a value, so that the character before it was meant as special.
    fileprivate var beginsValue: Bool {
        properties.isAlphabetic || properties.numericType != nil || endsPhrase || isSingleQuote
    }
}
