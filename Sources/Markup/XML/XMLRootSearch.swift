internal import CXML2
internal import Platform

/// What the parser's callbacks leave behind while the root is looked for.
struct XMLRootSearch {
    /// How the bytes of the document are put together, if it is written in UTF-16.
    let units: UTF16Units?
    /// Whether it is written in that and says otherwise.
    var isMislabelled = false
    private(set) var root: XMLRoot?
    private(set) var excess: XMLLimit?
    var fault: FoundFault?
    /// The entity in the text of the document that others are replaced in, or were last.
    var outermostEntity: xmlEntityPtr?
    var outermostParameterEntity: xmlEntityPtr?
    /// Whether an entity was used that nobody here knows, and stands for a sign of its own.
    var hasUnreadEntity = false
    /// How many bytes may be read; fewer where the encoding hides what is counted.
    private(set) var byteLimit = 1024 * 1024

    private var entityDeclarationCount = 0
    private var entityCount = 0
    private var entityByteCount = 0
    private var parameterEntityCount = 0
    private var parameterEntityQuoteCount = 0
    private var parameterEntityCost = EnumerationCost()

    init(in units: UTF16Units?) { self.units = units }

    mutating func find(_ root: XMLRoot) { self.root = root }

    mutating func noteHiddenQuotes() { byteLimit = 16 * 1024 }

    mutating func mayDeclareEntity() -> Bool { spend(\.entityDeclarationCount, 10_000, .entityDeclarations) }

    /// Takes note of how many bytes an entity stands for; whether the parser may put them in.
    mutating func mayUseEntity(of byteCount: Int) -> Bool {
        entityByteCount += byteCount
        if entityByteCount > Self.entityByteLimit { excess = .entities }
        return spend(\.entityCount, 10_000, .entities)
    }

    mutating func mayUseParameterEntity() -> Bool { spend(\.parameterEntityCount, 1_000, .parameterEntities) }

    /// Takes note of what a parameter entity stands for; whether the parser may read that.
    mutating func mayRead(parameterEntity text: UnsafeRawBufferPointer) -> Bool {
        parameterEntityCost.add(text)
        parameterEntityQuoteCount += text.quoteCount
        if parameterEntityQuoteCount > QuoteCounter.limit { excess = .quotes }
        if !parameterEntityCost.isBearable { excess = .enumerations }
        if parameterEntityCost.byteCount > Self.entityByteLimit { excess = .parameterEntities }
        return excess == nil
    }

    private static let entityByteLimit = 1024 * 1024

    private mutating func spend(
        _ count: WritableKeyPath<XMLRootSearch, Int>, _ limit: Int, _ kind: XMLLimit
    ) -> Bool {
        self[keyPath: count] += 1
        if self[keyPath: count] > limit { excess = kind }
        return excess == nil
    }
}

/// What libxml2 found wrong first, with what is known at that moment only. All that it says afterwards may only follow
/// from that.
struct FoundFault {
    let code: CInt
    let line: Int
    /// libxml2's own words.
    let words: String
    /// Whether there were bytes enough, so that more of them would not help.
    let isBeforeTagEnd: Bool
    /// Whether it is right behind the name of an encoding that the document is not written in.
    let isBehindEncoding: Bool
    /// The name of an entity that stands for itself, if that is what is wrong.
    let loop: String?

    /// Whether libxml2 has words for it, rather than for where in itself it found that.
    var saysWhat: Bool { code != CInt(XML_ERR_INTERNAL_ERROR.rawValue) }

    init(_ error: xmlError, in search: XMLRootSearch, at parser: xmlParserCtxtPtr) {
        code = error.code
        line = Int(error.line)
        let message = error.message.map { String(cString: $0) } ?? ""
        words = String(message.prefix { $0 != "\n" }).shortened(to: 200)
        isBeforeTagEnd = code != CInt(XML_ERR_DOCUMENT_END.rawValue) && cxml2_has_tag_end_ahead(parser) != 0
        let isInDeclaration = cxml2_encoding(parser) == nil && cxml2_named_encoding(parser) != nil
        isBehindEncoding = isInDeclaration && !cxml2_next_byte(parser).isPlain
        loop = code == CInt(XML_ERR_ENTITY_LOOP.rawValue) ? Self.loop(search, parser) : nil
    }

    /// libxml2 calls a loop whatever is nested deeply.
    private static func loop(_ search: XMLRootSearch, _ parser: xmlParserCtxtPtr) -> String? {
        EntityLoop(mark: UInt8(ascii: "&"), parser, cxml2_entity).found(from: search.outermostEntity)
            ?? EntityLoop(mark: UInt8(ascii: "%"), parser, cxml2_parameter_entity)
            .found(from: search.outermostParameterEntity)
    }
}

/// Finds out whether an entity comes to stand for itself, straight or by way of others.
struct EntityLoop {
    typealias LookUp = (UnsafeMutableRawPointer?, UnsafePointer<xmlChar>) -> xmlEntityPtr?

    private let mark: UInt8
    private let context: xmlParserCtxtPtr
    private let lookUp: LookUp

    /// - Parameters:
    ///   - mark: What a reference begins with.
    ///   - context: The parser that knows the entities.
    ///   - lookUp: Finds one by its name.
    init(mark: UInt8, _ context: xmlParserCtxtPtr, _ lookUp: @escaping LookUp) {
        self.mark = mark
        self.context = context
        self.lookUp = lookUp
    }

    /// The name of one that does, among those that an entity leads to.
    func found(from first: xmlEntityPtr?) -> String? {
        guard let first, let name = first.pointee.name.map({ String(cString: $0) }) else { return nil }
        // A path of its own, since those of strangers may be too long for the stack.
        var path = [(name: name, rest: references(in: first)[...])]
        var isOnPath = [name: true]
        while let last = path.indices.last {
            guard let next = path[last].rest.popFirst() else {
                isOnPath[path.removeLast().name] = false
                continue
            }
            if isOnPath[next] == true { return next }
            guard isOnPath[next] == nil, let entity = lookUp(context, next) else { continue }
            isOnPath[next] = true
            path.append((next, references(in: entity)[...]))
        }
        return nil
    }

    /// The names of those that an entity's text refers to.
    private func references(in entity: xmlEntityPtr) -> [String] {
        guard let content = entity.pointee.content else { return [] }
        let text = UnsafeBufferPointer(start: content, count: Int(entity.pointee.length))
        return text.split(separator: mark, omittingEmptySubsequences: false).dropFirst().compactMap { piece in
            piece.firstIndex(of: UInt8(ascii: ";")).map { String(decoding: piece[..<$0], as: UTF8.self) }
        }
    }
}

extension UInt8 {
    /// Whether it is a letter or a sign of ASCII, white space, or nothing at all.
    fileprivate var isPlain: Bool { (0x20..<0x7F).contains(self) || [0, 0x09, 0x0A, 0x0D].contains(self) }
}
