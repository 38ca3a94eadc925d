/// Where answers are kept: a database on this machine, memory, one day a server that several machines share.
///
/// A store keeps and finds, and knows no rule of HTTP. It never fails a search: what cannot be read is not
/// there, what cannot be written is not kept, and the store itself says so once.
public protocol ResponseStore: Sendable {
    /// Every answer of a key, the newest first.
    func responses(for key: CacheKey) async -> [StoredResponse]

    /// The bytes of an answer: those that came along with it, or those that are stored; nil when these are gone or not
    /// what was stored.
    func body(of response: StoredResponse) async -> [UInt8]?

    /// Keeps an answer in place of the one with the same key and variant.
    func store(_ response: StoredResponse, body: [UInt8]) async

    /// Replaces what is known of a stored answer whose body stays: the one with the same key and variant.
    func update(_ response: StoredResponse) async

    /// Drops every answer of a key.
    func removeResponses(for key: CacheKey) async
}
