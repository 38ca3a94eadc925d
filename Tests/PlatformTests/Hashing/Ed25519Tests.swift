import Platform
import Testing

@Suite("Signatures")
struct Ed25519Tests {
    /// The first and the third test vector of RFC 8032.
    private static let vectors: [(key: String, signature: String, message: String)] = [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ""
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            "af82"
        ),
    ]

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap {
            UInt8(String(Array(hex)[$0...($0 + 1)]), radix: 16)
        }
    }

    private static func key(_ hex: String) throws -> Ed25519Key {
        let whole = Data(bytes("302a300506032b6570032100" + hex))
        return try #require(Ed25519Key(whole.base64EncodedString()))
    }

    @Test("the standard's test vectors are accepted, and nothing that differs by a bit", arguments: vectors)
    func standard(vector: (key: String, signature: String, message: String)) throws {
        let key = try Self.key(vector.key)
        let (signature, message) = (Self.bytes(vector.signature), Self.bytes(vector.message))
        #expect(try key.verifies(signature, of: message))
        #expect(try !key.verifies(signature, of: message + [0]))
        #expect(try !key.verifies(signature.dropLast(), of: message))
        for place in signature.indices {
            var other = signature
            other[place] ^= 1
            #expect(try !key.verifies(other, of: message))
        }
    }

    @Test("a key of another signer is not accepted")
    func other() throws {
        let key = try Self.key(Self.vectors[1].key)
        #expect(try !key.verifies(Self.bytes(Self.vectors[0].signature), of: []))
    }

    @Test(
        "text that is no key is refused",
        arguments: [
            "", "owl", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
            "MCowBQYDK2VuAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        ])
    func noKey(text: String) { #expect(Ed25519Key(text) == nil) }
}
