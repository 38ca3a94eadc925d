package import ForageCore

/// What somebody who hands results on adds to each, beside what it says itself.
package struct ItemAddition: Sendable {
    fileprivate let name: String
    fileprivate let texts: @Sendable (Item) -> KeyValuePairs<String, String?>

    /// Describes one more member of an item.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - texts: What is in it; where that is nothing, the item does not have it.
    package init(_ name: String, _ texts: @escaping @Sendable (Item) -> KeyValuePairs<String, String?>) {
        self.name = name
        self.texts = texts
    }
}

extension Record {
    /// The record of an item with what is added to it.
    func with(_ addition: ItemAddition?, of item: Item) -> Record {
        guard let addition else { return self }
        var record = self
        let facts = addition.texts(item).map { (name: $0.key, fact: Fact($0.value)) }
        record.add(addition.name, .record(Record(facts)))
        return record
    }
}
