package import ForageCore
package import Platform

/// Signs addresses as Cloudinary verifies them: it appends the secret to the text, hashes both, and encodes the
/// beginning of the hash in base64url.
package struct CloudinarySigner: Signer {
    private let secret: Secret
    private let isLong: Bool

    /// - Parameters:
    ///   - secret: The account's secret.
    ///   - isLong: True if the account uses long signatures.
    package init(secret: Secret, isLong: Bool = false) {
        self.secret = secret
        self.isLong = isLong
    }

    package func signature(of text: String) throws(MissingLibrary) -> String {
        let signed = secret.reveal { Array((text + $0).utf8) }
        let digest = try (isLong ? Digest.sha256 : .sha1).of(signed)
        return String(Base64URL.encode(digest).prefix(isLong ? 32 : 8))
    }
}
