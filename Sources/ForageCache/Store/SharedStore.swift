package import ForageCore

/// A store that several processes share: it tells who of them asks.
package protocol SharedStore: ResponseStore, Leases {}
