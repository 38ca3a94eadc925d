/// Takes a query apart into tokens, scalar by scalar, so that no mark can merge with a sign that means something.
///
/// A colon means something only behind a name of ASCII letters and before a value, so that `12:30`, `C++:`,
/// `Batman: Year One`, `std::vector` and addresses are words.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Every token, in order.
    static func tokens(_ text: String) throws(QueryProblem) -> [QueryToken] {
        var scanner = QueryScanner(text)
        try scanner.checkScalars()
        var tokens: [QueryToken] = []
        while let token = try scanner.next() { tokens.append(token) }
        return tokens
    }

    /// Whether a word is read as itself when nothing stands around it.
    static func isPlain(_ word: String) -> Bool {
        guard let tokens = try? tokens(word), tokens.count == 1 else { return false }
        return tokens[0].kind == .text(word, isQuoted: false)
    }

    /// Sees what is no text: control characters, and what stands for bytes that are no UTF-8.
    private func checkScalars() throws(QueryProblem) {
        guard let place = scalars.firstIndex(where: \.isBroken) else { return }
        let sentence =
            scalars[place] == "\u{FFFD}"
            ? "these bytes are no text in UTF-8."
            : "the control character U+\(String(scalars[place].value, radix: 16, uppercase: true).padded) is no part of a text."
        throw QueryProblem(sentence, at: place..<place + 1)
    }

    private mutating func next() throws(QueryProblem) -> QueryToken? {
        while let scalar = scalar(at: place), scalar.isSpace { place += 1 }
        guard let first = scalar(at: place) else { return nil }
        let start = place
        let kind: QueryToken.Kind
        if first == "-", let second = scalar(at: place + 1), !second.isSpace, second != "-" {
            kind = .excluded(try exclusion())
        } else if first == "!", let value = try providers() {
            kind = value
        } else if let close = Self.quotes[first] {
            kind = .text(try quoted(until: close), isQuoted: true)
        } else if let field = try field() {
            kind = field
        } else {
            kind = .text(bare(), isQuoted: false)
        }
        return QueryToken(kind: kind, range: start..<place)
    }

    private func scalar(at place: Int) -> Unicode.Scalar? {
        place < scalars.count ? scalars[place] : nil
    }

    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "“": "”"]
}

// MARK: - Words and phrases

extension QueryScanner {
    /// Up to the next white space, or a sign that ends a value.
    private mutating func bare(upTo end: Unicode.Scalar? = nil) -> String {
        let start = place
        while let scalar = scalar(at: place), !scalar.isSpace, scalar != end { place += 1 }
        return text(start..<place)
    }

    /// What stands between quotes, with single spaces. A backslash takes the meaning of the sign behind it.
    private mutating func quoted(until close: Unicode.Scalar) throws(QueryProblem) -> String {
        let start = place
        place += 1
        var text = String.UnicodeScalarView()
        while var scalar = scalar(at: place) {
            place += 1
            if scalar == close { return String(text).spacedWords.joined(separator: " ") }
            if scalar == "\\", let next = self.scalar(at: place), next == close || next == "\\" {
                scalar = next
                place += 1
            }
            text.append(scalar)
        }
        throw QueryProblem(
            "the quote that begins here does not end; close it with \(close) or leave it away.",
            at: start..<start + 1)
    }

    private mutating func exclusion() throws(QueryProblem) -> QueryToken.Value {
        let start = place
        place += 1
        if let first = scalar(at: place), let close = Self.quotes[first] {
            return QueryToken.Value(text: try quoted(until: close), range: start..<place)
        }
        let wish = scalar(at: place) == "!" ? try providers() : try field()
        guard wish == nil else {
            throw QueryProblem(
                "only words and phrases can be left out with -; put quotes around it to mean the word.",
                at: start..<place)
        }
        return QueryToken.Value(text: bare(), range: start..<place)
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}

// MARK: - Fields

extension QueryScanner {
    /// `name:value`; nil where it is a word with a colon.
    private mutating func field() throws(QueryProblem) -> QueryToken.Kind? {
        let start = place
        let colon = scalars[place...].firstIndex { !$0.isNamePart } ?? scalars.count
        guard scalars[place].isLetter, scalar(at: colon) == ":" else { return nil }
        let name = text(start..<colon)
        guard let field = QueryField.named(name) else {
            guard hasValue(behind: colon) else { return nil }
            throw QueryProblem.unknownField(name, at: start..<colon)
        }
        if scalar(at: colon + 1) == ":" || isAddress(behind: colon) { return nil }
        place = colon + 1
        return .field(field, try values(of: field, from: start))
    }

    /// Whether what stands behind a colon can be meant as a value.
    private func hasValue(behind colon: Int) -> Bool {
        guard let first = scalar(at: colon + 1), !first.isSpace, first != ":" else { return false }
        return !isAddress(behind: colon)
    }

    private func isAddress(behind colon: Int) -> Bool {
        scalar(at: colon + 1) == "/" && scalar(at: colon + 2) == "/"
    }

    private mutating func values(
        of field: QueryField, from start: Int
    ) throws(QueryProblem) -> [QueryToken.Value] {
        var values: [QueryToken.Value] = []
        repeat {
            if !values.isEmpty { place += 1 }
            values.append(try value(of: field, from: start))
        } while field.isList && scalar(at: place) == ","
        return values
    }

    private mutating func value(
        of field: QueryField, from start: Int
    ) throws(QueryProblem) -> QueryToken.Value {
        let valueStart = place
        guard let first = scalar(at: place), let close = Self.quotes[first] else {
            let text = bare(upTo: field.isList ? "," : nil)
            guard !text.isEmpty else {
                throw QueryProblem(
                    "\(field.name) needs a value: \(field.name):\(field.placeholder).",
                    at: start..<max(place, start + 1))
            }
            return QueryToken.Value(text: text, range: valueStart..<place)
        }
        let text = try quoted(until: close)
        if let next = scalar(at: place), !next.isSpace, !(field.isList && next == ",") {
            throw QueryProblem("a space is missing behind the quote.", at: place..<place + 1)
        }
        return QueryToken.Value(text: text, range: valueStart..<place)
    }

    /// `!flickr` or `!flickr,unsplash`; nil where it is a word with an exclamation mark.
    private mutating func providers() throws(QueryProblem) -> QueryToken.Kind? {
        let start = place
        let end = scalars[place...].firstIndex(where: \.isSpace) ?? scalars.count
        let names = text(start + 1..<end).lowercased().split(separator: ",", omittingEmptySubsequences: false)
        guard let from = QueryField.named("from"), names.allSatisfy({ ProviderID(String($0)) != nil }) else {
            return nil
        }
        place += 1
        return .field(from, try values(of: from, from: start))
    }
}

extension QueryProblem {
    fileprivate static func unknownField(_ name: String, at range: Range<Int>) -> QueryProblem {
        let names = QueryField.all.flatMap(\.names)
        let hint =
            nearestName(to: name, among: names).map { "; did you mean \($0)?" }
            ?? "; there is \(QueryField.all.map(\.name).joined(separator: ", "))."
        return QueryProblem(
            "\(name.quoted) is no filter\(hint) To search for it as it is, put it in quotes.", at: range)
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { properties.isWhitespace }
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    fileprivate var isNamePart: Bool { isLetter || self == "-" }
    fileprivate var isBroken: Bool {
        self == "\u{FFFD}" || properties.generalCategory == .control && !isSpace
    }
}

extension String {
    /// The words, which white space parts; no mark on a space makes a letter of it.
    var spacedWords: [String] {
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String(Substring($0)) }
    }

    fileprivate var padded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
