internal import CXML2

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
