internal import ForageCore

/// Signs what was signed when it was recorded.
package struct ReplayedSigner: Signer {
    private let signatures: [String: String]

    /// Nil where nothing was signed.
    package init?(_ replay: Replay) {
        guard !replay.bundle.signatures.isEmpty else { return nil }
        signatures = replay.bundle.signatures
    }

    package func signature(of text: String) throws(NotSigned) -> String {
        guard let signature = signatures[text] else { throw NotSigned() }
        return signature
    }

    package struct NotSigned: Error, CustomStringConvertible {
        package let description = "it was not signed when this was recorded"
    }
}
