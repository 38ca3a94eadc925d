public import Platform

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

/// Says who of several processes asks for something that all of them want.
package protocol Leases: Sendable {
    /// Takes it upon oneself to ask, or goes on doing so.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - duration: How long others wait at most, should nothing more be heard.
    /// - Returns: False when another has it.
    func lease(_ key: CacheKey, for duration: Duration) async -> Bool

    /// Whether somebody asks; who only waits looks here.
    func state(of key: CacheKey) async -> LeaseState

    /// Says that one is done, whatever came of it.
    func release(_ key: CacheKey) async
}

/// Whether somebody asks.
package enum LeaseState: Hashable, Sendable {
    /// Somebody does.
    case held
    /// Somebody did, and was not heard of for too long.
    case lapsed
    /// Nobody does.
    case free
}

/// A store that several processes share: it tells who of them asks.
package protocol SharedStore: ResponseStore, Leases {}

/// What stored answers are found by: a regular address without fragment, and without anything secret.
///
/// Two endpoints that differ only in a key's value, in the spelling of what means the same (RFC 3986, 6.2.2) or
/// in their method share a key; which stored answer may be used for which request is for the rules to say.
public struct CacheKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The address.
    public let text: String

    /// Takes a key that was stored.
    public init(stored text: String) { self.text = text }

    /// The text as it is printed.
    public var description: String { text }

    /// A stable order.
    public static func < (one: CacheKey, other: CacheKey) -> Bool { one.text < other.text }
}

/// An answer as a store keeps it, its body mostly apart.
///
/// It holds no key and no credential: the store is a file that outlives the program.
public struct StoredResponse: Hashable, Sendable {
    /// What it is found by.
    public var key: CacheKey
    /// The request's fields that `Vary` names, regular, in the order of their names.
    public var variant: [VariantField]
    /// Who asked first; its terms hold for the answer.
    public var provider: ProviderID
    /// The status.
    public var status: Int
    /// The header fields that may be stored.
    public var headers: Headers
    /// When the request was sent, by this machine's clock.
    public var requested: Date
    /// When its answer's head came, by this machine's clock.
    public var received: Date
    /// Which bytes of the file the body holds.
    public var part: Part
    /// How long the body is.
    public var byteCount: Int
    /// The bytes, where the store had them at hand. Who wants them asks ``ResponseStore/body(of:)`` either way.
    public var body: [UInt8]?

    /// A request's field that an answer hangs on.
    public struct VariantField: Hashable, Sendable {
        /// The field's name in lower case.
        public let name: String
        /// Its regular value, a key only named; nil where the request had no such field.
        public let value: String?

        /// Pairs a name and a value.
        public init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// Which bytes of the file a body holds.
    public enum Part: Hashable, Sendable {
        /// All of them.
        case whole
        /// These, of so many in all where that is known.
        case bytes(Range<Int>, of: Int?)
    }

    /// Describes a stored answer.
    public init(
        key: CacheKey, variant: [VariantField] = [], provider: ProviderID, status: Int, headers: Headers,
        requested: Date, received: Date, part: Part = .whole, byteCount: Int
    ) {
        self.key = key
        self.variant = variant
        self.provider = provider
        self.status = status
        self.headers = headers
        self.requested = requested
        self.received = received
        self.part = part
        self.byteCount = byteCount
    }

    /// The answer without the bytes that came along.
    package var head: StoredResponse {
        var head = self
        head.body = nil
        return head
    }
}

/// How far a person wants stored answers used.
public enum CacheUse: Hashable, Sendable {
    /// As HTTP's rules and the services' terms say; past its time by no more than this where the person
    /// allows it.
    case usual(maxStale: Duration = .zero)
    /// Ask anew, whatever is stored, and store what comes.
    case refresh
    /// Take what is stored, however old, and ask only where nothing is.
    case preferred
    /// Take what is stored and never ask.
    case offline
}
