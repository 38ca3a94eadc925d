public import Essentials

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
