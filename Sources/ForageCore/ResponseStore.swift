public import Platform

/// A store of responses: a database on this machine or memory, and in future perhaps a server shared by several
/// machines.
///
/// A store saves and finds responses but does not apply the rules of HTTP. It never makes a search fail: an unreadable
/// response is treated as missing, one that cannot be written is not stored, and the store reports the problem once.
public protocol ResponseStore: Sendable {
    /// Returns every response for a key, the newest first.
    func responses(for key: CacheKey) async -> [StoredResponse]

    /// Returns the body of a response, either loaded with it or read from the store; nil if the stored bytes are
    /// missing or damaged.
    func body(of response: StoredResponse) async -> [UInt8]?

    /// Stores a response, replacing one with the same key and variant.
    func store(_ response: StoredResponse, body: [UInt8]) async

    /// Updates the metadata of a stored response with the same key and variant; its body is unchanged.
    func update(_ response: StoredResponse) async

    /// Deletes every response for a key.
    func removeResponses(for key: CacheKey) async
}

/// Decides which of several processes makes a request that all of them need.
package protocol Leases: Sendable {
    /// Acquires or renews the lease for a request.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - duration: The maximum time that others wait unless the lease is renewed.
    /// - Returns: False if another process holds the lease.
    func lease(_ key: CacheKey, for duration: Duration) async -> Bool

    /// Returns the state of a lease, for processes that only wait.
    func state(of key: CacheKey) async -> LeaseState

    /// Releases the lease after everything that was stored before, whatever the result of the request.
    func release(_ key: CacheKey) async

    /// Waits for a change of a lease, if possible, and at most this long.
    func waitForChange(of key: CacheKey, atMost duration: Duration) async
}

extension Leases {
    /// Waits for the whole time, because no change is announced.
    package func waitForChange(of key: CacheKey, atMost duration: Duration) async {
        try? await Task.sleep(for: duration)
    }
}

/// The state of a lease.
package enum LeaseState: Hashable, Sendable {
    /// A process holds it.
    case held
    /// A process held it and did not renew it in time.
    case lapsed
    /// No process holds it.
    case free
}

/// A store shared by several processes, with leases that decide which of them makes a request.
package protocol SharedStore: ResponseStore, Leases {}

/// The key of stored responses: a normalized address without a fragment and without secrets.
///
/// Two endpoints that differ only in the value of a key, in equivalent spellings (RFC 3986, 6.2.2) or in their method
/// share a key; the cache rules decide which stored response may be used for which request.
public struct CacheKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The address.
    public let text: String

    /// Creates a key from its stored text.
    public init(stored text: String) { self.text = text }

    /// The text as it is printed.
    public var description: String { text }

    /// A stable order.
    public static func < (one: CacheKey, other: CacheKey) -> Bool { one.text < other.text }
}

/// A response in the form in which a store keeps it, usually without its body.
///
/// It contains no key and no credentials, because the store is a file that remains after the program ends.
public struct StoredResponse: Hashable, Sendable {
    /// The key that it is stored under.
    public var key: CacheKey
    /// The request fields named in `Vary`, normalized, in the order of their names.
    public var variant: [VariantField]
    /// The provider that made the first request; its terms apply to the response.
    public var provider: ProviderID
    /// The status.
    public var status: Int
    /// The header fields that may be stored.
    public var headers: Headers
    /// The time when the request was sent, by this machine's clock.
    public var requested: Date
    /// The time when the head of the response was received, by this machine's clock.
    public var received: Date
    /// The bytes of the file that the body contains.
    public var part: Part
    /// The length of the body.
    public var byteCount: Int
    /// The body, if the store loaded it as well. In either case, ``ResponseStore/body(of:)`` returns it.
    public var body: [UInt8]?

    /// A field of the request that the response depends on.
    public struct VariantField: Hashable, Sendable {
        /// The field's name in lower case.
        public let name: String
        /// Its normalized value, with keys only named; nil if the request had no such field.
        public let value: String?

        /// Pairs a name and a value.
        public init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// The bytes of a file that a body contains.
    public enum Part: Hashable, Sendable {
        /// All of them.
        case whole
        /// This range, with the total number of bytes if it is known.
        case bytes(Range<Int>, of: Int?)
    }

    /// Creates a stored response.
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

    /// The response without a loaded body.
    package var head: StoredResponse {
        var head = self
        head.body = nil
        return head
    }
}

/// The extent to which the user allows stored responses to be used.
public enum CacheUse: Hashable, Sendable {
    /// Use them according to the rules of HTTP and the services' terms; stale ones only up to this limit, if the user
    /// allows it.
    case usual(maxStale: Duration = .zero)
    /// Send a new request, whatever is stored, and store the response.
    case refresh
    /// Use stored responses of any age; send a request only if there is none.
    case preferred
    /// Use stored responses and never send a request.
    case offline
}
