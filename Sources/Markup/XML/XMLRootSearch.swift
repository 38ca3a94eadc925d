internal import CXML2
internal import Platform

/// The results of the parser's callbacks during the search for the root element.
struct XMLRootSearch {
    /// The byte order of the document, if it is in UTF-16.
    let units: UTF16Units?
    /// Indicates whether the document is in UTF-16 but declares another encoding.
    var isMislabelled = false
    private(set) var root: XMLRoot?
    private(set) var excess: XMLLimit?
    var fault: FoundFault?
    /// The current or last entity in the text of the document in which others are replaced.
    var outermostEntity: xmlEntityPtr?
    var outermostParameterEntity: xmlEntityPtr?
    /// Indicates whether an entity was used that may be declared in an external part, which is not read. A placeholder
    /// replaces it.
    var hasUnreadEntity = false
    /// The maximum number of bytes, which is lower for encodings whose quotation marks cannot be counted.
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

    /// Records the size of an entity, and returns whether the parser may replace it.
    mutating func mayUseEntity(of byteCount: Int) -> Bool {
        entityByteCount += byteCount
        if entityByteCount > Self.entityByteLimit { excess = .entities }
        return spend(\.entityCount, 10_000, .entities)
    }

    mutating func mayUseParameterEntity() -> Bool { spend(\.parameterEntityCount, 1_000, .parameterEntities) }

    /// Records the content of a parameter entity, and returns whether the parser may read it.
    mutating func mayRead(parameterEntity text: UnsafeRawBufferPointer) -> Bool {
        parameterEntityCost.add(text)
        parameterEntityQuoteCount += text.quoteCount
        if parameterEntityQuoteCount > QuoteCounter.limit { excess = .quotes }
        if !parameterEntityCost.isWithinLimit { excess = .enumerations }
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

/// The first fault that libxml2 reports. Further faults are ignored, because they may result from the first.
struct FoundFault {
    let code: CInt
    let line: Int
    /// The message of libxml2.
    let words: String
    /// Indicates whether the end of the tag was available, so that further bytes cannot remove the fault.
    let isBeforeTagEnd: Bool
    /// Indicates whether the fault directly follows the name of a wrong encoding.
    let isAfterEncoding: Bool
    /// The name of an entity that contains itself, if that is the fault.
    let loop: String?

    /// Indicates whether libxml2 has a message for the fault itself, rather than an internal error.
    var saysWhat: Bool { code != CInt(XML_ERR_INTERNAL_ERROR.rawValue) }

    init(_ error: xmlError, in search: XMLRootSearch, at parser: xmlParserCtxtPtr) {
        code = error.code
        line = Int(error.line)
        let message = error.message.map { String(cString: $0) } ?? ""
        words = String(message.prefix { $0 != "\n" }).shortened(to: 200)
        isBeforeTagEnd = code != CInt(XML_ERR_DOCUMENT_END.rawValue) && cxml2_has_tag_end_ahead(parser) != 0
        let isInDeclaration = cxml2_encoding(parser) == nil && cxml2_named_encoding(parser) != nil
        isAfterEncoding = isInDeclaration && !cxml2_next_byte(parser).isPlain
        loop = code == CInt(XML_ERR_ENTITY_LOOP.rawValue) ? Self.loop(search, parser) : nil
    }

    /// Returns the name of an entity that contains itself. libxml2 reports any deep nesting as a loop.
    private static func loop(_ search: XMLRootSearch, _ parser: xmlParserCtxtPtr) -> String? {
        EntityLoop(mark: UInt8(ascii: "&"), parser, cxml2_entity).found(from: search.outermostEntity)
            ?? EntityLoop(mark: UInt8(ascii: "%"), parser, cxml2_parameter_entity)
            .found(from: search.outermostParameterEntity)
    }
}

/// Determines whether an entity contains itself, directly or through other entities.
struct EntityLoop {
    typealias LookUp = (UnsafeMutableRawPointer?, UnsafePointer<xmlChar>) -> xmlEntityPtr?

    private let mark: UInt8
    private let context: xmlParserCtxtPtr
    private let lookUp: LookUp

    /// - Parameters:
    ///   - mark: The first character of a reference.
    ///   - context: The parser that knows the entities.
    ///   - lookUp: Finds an entity by its name.
    init(mark: UInt8, _ context: xmlParserCtxtPtr, _ lookUp: @escaping LookUp) {
        self.mark = mark
        self.context = context
        self.lookUp = lookUp
    }

    /// Returns the name of an entity that contains itself, among those that an entity refers to.
    func found(from first: xmlEntityPtr?) -> String? {
        guard let first, let name = first.pointee.name.map({ String(cString: $0) }) else { return nil }
        // The path is stored separately, because recursion over untrusted entities could exhaust the stack.
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

    /// Returns the names of the entities to which an entity's text refers.
    private func references(in entity: xmlEntityPtr) -> [String] {
        guard let content = entity.pointee.content else { return [] }
        let text = UnsafeBufferPointer(start: content, count: Int(entity.pointee.length))
        return text.split(separator: mark, omittingEmptySubsequences: false).dropFirst().compactMap { piece in
            piece.firstIndex(of: UInt8(ascii: ";")).map { String(decoding: piece[..<$0], as: UTF8.self) }
        }
    }
}

extension UInt8 {
    /// Indicates whether the byte is printable ASCII, white space or NUL.
    fileprivate var isPlain: Bool { (0x20..<0x7F).contains(self) || [0, 0x09, 0x0A, 0x0D].contains(self) }
}
