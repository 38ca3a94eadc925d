// Filters, as `name:value`.
extension QueryScanner {
    /// `name:value`; nil where it is a word with a colon.
    mutating func field() throws(QueryProblem) -> QueryToken.Kind? {
        let start = place
        let end = scalars[place...].firstIndex { !$0.isNamePart } ?? scalars.count
        guard scalars[place].isLetter, let sign = scalar(at: end) else { return nil }
        let name = text(start..<end)
        guard let field = QueryField.named(name) else {
            guard sign == ":" || isMisspelt(name, before: sign, at: end), hasValue(behind: end) else {
                return nil
            }
            throw QueryProblem.unknownField(name, at: start..<end)
        }
        try checkSign(of: field, from: start, at: end)
        if !sign.isColon || scalar(at: end + 1)?.isColon == true || isAddress(behind: end) { return nil }
        place = end + 1
        return .field(field, try values(of: field, from: start))
    }

    /// `!flickr`, `!flickr,unsplash` or `!flickr,!unsplash`; nil where it is a word with an exclamation mark.
    mutating func providers() throws(QueryProblem) -> QueryToken.Kind? {
        guard let from = QueryField.named("from"), scalar(at: place + 1)?.isLetter == true else { return nil }
        return .field(from, try values(of: from, from: place, isMarked: true))
    }

    /// Chinese and Japanese have colons of full width in their titles; a filter there has a Latin value, too.
    private func isMisspelt(_ name: String, before sign: Unicode.Scalar, at end: Int) -> Bool {
        sign.isColon && scalar(at: end + 1)?.isASCII == true
            && nearestName(to: name, among: QueryField.all.flatMap(\.names)) != nil
    }

    /// Whether what stands behind a colon can be meant as a value.
    private func hasValue(behind colon: Int) -> Bool {
        guard let first = scalar(at: colon + 1), !first.isSpace, first != ":" else { return false }
        return !isAddress(behind: colon)
    }

    private func isAddress(behind colon: Int) -> Bool {
        scalar(at: colon + 1) == "/" && scalar(at: colon + 2) == "/"
    }

    /// Sees `by=Ann` and `by :Ann`, which would be searched for.
    private func checkSign(of field: QueryField, from start: Int, at end: Int) throws(QueryProblem) {
        let place = scalars[end...].firstIndex { !$0.isSpace } ?? end
        let isMistaken = place == end ? scalars[place] == "=" : scalars[place].isColon
        guard isMistaken, let value = scalars[(place + 1)...].first(where: { place == end || !$0.isSpace }),
            value.beginsValue
        else { return }
        throw QueryProblem(
            "a filter is written in one piece, with a colon: \(field.name):\(field.placeholder). "
                + "To search for this as it is, put it in quotes.", at: start..<place + 1)
    }

    /// One value, or several with commas between them; marked are those that may have exclamation marks before them.
    private mutating func values(
        of field: QueryField, from start: Int, isMarked: Bool = false
    ) throws(QueryProblem) -> [QueryToken.Value] {
        var values: [QueryToken.Value] = []
        repeat {
            if !values.isEmpty { place += 1 }
            if isMarked, scalar(at: place)?.isBang == true { place += 1 }
            values.append(try value(of: field, from: start))
        } while field.isList && scalar(at: place)?.isComma == true
        if field.isList, let next = scalars[place...].firstIndex(where: { !$0.isSpace }),
            scalars[next].isComma
        {
            throw QueryProblem("a comma between values stands without spaces.", at: next..<next + 1)
        }
        return values
    }

    private mutating func value(
        of field: QueryField, from start: Int
    ) throws(QueryProblem) -> QueryToken.Value {
        let valueStart = place
        if let text = try quotedValue(endsAtComma: field.isList) {
            return QueryToken.Value(text: text, range: valueStart..<place)
        }
        let text = try bare(endsAtComma: field.isList)
        guard let first = scalar(at: valueStart), !text.isEmpty else {
            throw QueryProblem(
                "\(field.name) needs a value: \(field.name):\(field.placeholder).",
                at: start..<max(place, start + 1))
        }
        if first == "-" || first.isBang || first.isHyphenLookalike,
            scalar(at: valueStart + 1)?.beginsValue == true
        {
            throw QueryProblem.excludedField(at: valueStart..<place)
        }
        return QueryToken.Value(text: text, range: valueStart..<place)
    }
}

extension QueryProblem {
    fileprivate static func unknownField(_ name: String, at range: Range<Int>) -> QueryProblem {
        let names = QueryField.all.flatMap(\.names)
        let hint =
            nearestName(to: name, among: names).map { "; did you mean \($0.quoted)?" }
            ?? "; \(QueryField.all.map(\.name).asChoice)."
        return QueryProblem(
            "\(name.quoted) is not a filter\(hint) To search for it as it is, put it in quotes.", at: range)
    }
}

extension Unicode.Scalar {
    fileprivate var isNamePart: Bool { isLetter || self == "-" }
    /// Whether it is no sign, so that what stands before it was meant as one.
    fileprivate var beginsValue: Bool {
        properties.isAlphabetic || properties.numericType != nil || endsPhrase || isSingleQuote
    }
}
