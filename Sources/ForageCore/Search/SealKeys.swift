/// The secret keys of a seal that several machines share and that change from time to time.
package protocol SealKeys: Sendable {
    /// The valid keys, the first of which makes seals.
    var keys: [[UInt8]] { get }
}
