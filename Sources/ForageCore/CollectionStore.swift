internal import Platform

/// Named collections of items that a person keeps, or a team.
package protocol CollectionStore: Sendable {
    /// The collections in the order of their names; nil if the store cannot be used.
    func collections() -> [ItemCollection]?
    /// The items of a collection in the order in which they were added; empty if there is none of this name.
    func items(of name: String) -> [ItemID]?
    /// Adds items to a collection, which is created by that, and removes others.
    ///
    /// - Returns: False if the store cannot be used.
    func change(_ name: String, adding added: [ItemID], removing removed: [ItemID]) -> Bool
}

/// A collection of items.
package struct ItemCollection: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }

    /// Indicates whether a text can be the name of a collection.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 100 && text.printable() == text && text.trimmingWhitespace() == text
    }
}
