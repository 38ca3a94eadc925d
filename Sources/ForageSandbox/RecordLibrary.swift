/// The records that a service has about the items of the catalogue, found by words or by a name.
struct RecordLibrary<Record: Sendable>: Sendable {
    let all: [Record]
    private let catalogue: Catalogue
    private let byName: [String: Record]
    private let byItem: [String: [Record]]

    /// Creates the library.
    ///
    /// - Parameters:
    ///   - catalogue: The items.
    ///   - names: The names that a record is found by; the first record with a name has it.
    ///   - records: Makes the records about an item, which is at a place of the catalogue.
    init(
        _ catalogue: Catalogue, names: (Record) -> [String],
        records: (_ item: CatalogueItem, _ place: Int) -> [Record]
    ) {
        self.catalogue = catalogue
        let groups = catalogue.items.enumerated().map { ($1.id, records($1, $0)) }
        all = groups.flatMap(\.1)
        byItem = Dictionary(groups) { first, _ in first }
        let named = all.flatMap { record in names(record).map { ($0, record) } }
        byName = Dictionary(named) { first, _ in first }
    }

    subscript(name: String) -> Record? { byName[name] }

    /// The records about the items that answer the words, the best first.
    func matches(for words: String) -> [Record] {
        catalogue.matches(for: words).flatMap { byItem[$0.item.id] ?? [] }
    }
}

extension RecordLibrary {
    /// One record about each item.
    init(
        _ catalogue: Catalogue, name: (Record) -> String,
        record: (_ item: CatalogueItem, _ place: Int) -> Record
    ) {
        self.init(catalogue, names: { [name($0)] }, records: { [record($0, $1)] })
    }
}
