package import ForageCore

/// What looking at every body of a store found.
package struct StoreVerification: Hashable, Sendable {
    /// How many bodies were looked at.
    package internal(set) var checkedCount = 0
    /// How many were not what had been stored; they are gone now, with the answers that had them.
    package internal(set) var damagedCount = 0
    /// The keys of those answers.
    package internal(set) var damagedKeys: [CacheKey] = []
    /// How many could not be read, and are left as they are.
    package internal(set) var unreadableCount = 0
    /// How many files belonged to no answer; they are gone now.
    package internal(set) var unusedFileCount = 0

    package init() {}
}
