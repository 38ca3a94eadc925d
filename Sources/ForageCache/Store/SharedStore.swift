package import ForageCore

/// A store that several processes share: it tells who of them asks, and what was read of its answers.
package protocol SharedStore: ResponseStore, Leases {
    /// Keeps a note beside an answer, in place of the one that was there.
    func keep(_ note: [UInt8], on response: StoredResponse) async
}
