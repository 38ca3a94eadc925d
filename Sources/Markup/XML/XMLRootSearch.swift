/// What the parser's callbacks leave behind while the root is looked for.
struct XMLRootSearch {
    private(set) var root: XMLRoot?
    private(set) var excess: XMLLimit?
    /// How many bytes may be read; fewer where the encoding hides quotation marks from being counted.
    private(set) var byteLimit = 1024 * 1024

    private var entityDeclarationCount = 0
    private var entityCount = 0
    private var parameterEntityCount = 0

    mutating func find(_ root: XMLRoot) { self.root = root }

    mutating func noteHiddenQuotes() { byteLimit = 64 * 1024 }

    mutating func mayDeclareEntity() -> Bool { spend(\.entityDeclarationCount, 10_000, .entityDeclarations) }

    mutating func mayUseEntity() -> Bool { spend(\.entityCount, 10_000, .entities) }

    mutating func mayUseParameterEntity() -> Bool { spend(\.parameterEntityCount, 1_000, .parameterEntities) }

    private mutating func spend(
        _ count: WritableKeyPath<XMLRootSearch, Int>, _ limit: Int, _ kind: XMLLimit
    ) -> Bool {
        self[keyPath: count] += 1
        if self[keyPath: count] > limit { excess = kind }
        return excess == nil
    }
}
