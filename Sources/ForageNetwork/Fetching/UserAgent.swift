package import ForageCore

/// Who asks, as every server is told: `Forage/1.0 (+https://example.org/forage)`.
package struct UserAgent: Sendable {
    let text: String

    package init(version: String, contact: WebURL) {
        text = "Forage/\(version) (+\(contact))"
    }
}
