import Platform
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("The guide “Write a provider”")
struct GuideTests {
    private static let article = ThisCheckout.folder.appending(
        path: "Sources/ForageCore/ForageCore.docc/WriteAProvider.md")

    @Test("every code step is written by forage providers new, which is built and tested")
    func code() throws {
        let files = try ProviderTemplate(
            ProviderName("Gutenberg"), in: Checkout(around: ThisCheckout.folder.path)
        ).files
        let steps = try blocks(in: String(contentsOf: Self.article, encoding: .utf8))
        #expect(steps.count > 5)
        for step in steps {
            #expect(files.contains { $0.text.contains(step) }, "No file of the template has: \(step)")
        }
    }

    /// The blocks of Swift and JSON, indented as in their files.
    private func blocks(in article: String) -> [String] {
        let parts = article.split(separator: "```", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
            .filter { $0.hasPrefix("swift\n") || $0.hasPrefix("json\n") }
            .map { String($0.drop { $0 != "\n" }.dropFirst()) }
    }
}
