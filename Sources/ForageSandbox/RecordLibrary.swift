/// The records of a service about the items of the catalogue, with access by words or by name.
struct RecordLibrary<Record: Sendable>: Sendable {
    let all: [Record]
    private let catalogue: Catalogue
    private let byName: [String: Record]
    private let byItem: [String: [Record]]

    /// Creates the library.
    ///
    /// - Parameters:
    ///   - catalogue: The items.
    ///   - names: Returns the names of a record. If several records have the same name, the first one is found.
    ///   - records: Creates the records about an item at an index of the catalogue.
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

    /// Returns the records about the items that match the words, the best first.
    func matches(for words: String) -> [Record] {
        catalogue.matches(for: words).flatMap { byItem[$0.item.id] ?? [] }
    }
}

extension RecordLibrary {
    /// Creates a library with one record about each item.
    init(
        _ catalogue: Catalogue, name: (Record) -> String,
        record: (_ item: CatalogueItem, _ place: Int) -> Record
    ) {
        self.init(catalogue, names: { [name($0)] }, records: { [record($0, $1)] })
    }
}
