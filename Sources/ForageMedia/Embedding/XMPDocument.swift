/// What a picture says of itself in XMP, without what a credit states.
struct XMPDocument: Hashable, Sendable {
    /// The document, without the marks around it.
    private let text: [UInt8]
    /// Where statements may be added.
    private let end: Int
    /// What the statements are about, as it is written.
    private let about: String

    /// The most bytes that are read of one.
    static let greatestByteCount = 1 << 20

    /// Reads a packet, and leaves out what some names state; nil where there is none.
    ///
    /// - Throws: ``EmbeddingRefusal`` for one that is written otherwise than XMP is: what it says would be lost.
    init?(ofPacket packet: [UInt8]?, without names: Set<String>) throws(EmbeddingRefusal) {
        guard let packet else { return nil }
        var sieve = XMPSieve(packet, without: names)
        guard String(validating: packet, as: UTF8.self) != nil, sieve.run(), let end = sieve.end else {
            throw EmbeddingRefusal("what the file says of itself is not understood")
        }
        text = sieve.kept
        self.end = end
        // It may stand in marks of the other kind.
        about = (sieve.about ?? "").replacing("\"", with: "&#34;")
    }

    /// The document with a credit in it.
    func adding(_ credit: CreditPacket) -> String {
        String(
            decoding: text[..<end] + Array(credit.description(about: about).utf8) + text[end...],
            as: UTF8.self)
    }

    /// The document as it is.
    var bytes: [UInt8] { text }
}
