import Platform
import Testing

@testable import ForageCommand

@Suite("The guide “Write a provider”")
struct GuideTests {
    private static let article = CheckoutCopy.original.appending(
        path: "Sources/ForageCore/ForageCore.docc/WriteAProvider.md")

    @Test("every step of code is what forage providers new writes, which is built and tested")
    func code() throws {
        let files = try ProviderTemplate(
            ProviderName("Gutenberg"), in: Checkout(around: CheckoutCopy.original.path)
        ).files
        let steps = try blocks(in: String(contentsOf: Self.article, encoding: .utf8))
        #expect(steps.count > 5)
        for step in steps {
            #expect(files.contains { $0.text.contains(step) }, "No file of the template has: \(step)")
        }
    }

    @Test("the lines that are touched outside the folder are as many as it says")
    func lines() async throws {
        let checkout = try CheckoutCopy()
        // Not Gutenberg: who follows the guide has that already.
        let ending = try await checkout.run("providers", "new", "Wren")
        #expect(ending.output.contains("Package.swift (1 line), Sources/Catalog/Catalog.swift (2 lines)"))
        let article = try String(contentsOf: Self.article, encoding: .utf8)
        #expect(article.contains("**three lines** outside the folder"))
    }

    /// The blocks of Swift and of JSON, at the depth that they have in their file.
    private func blocks(in article: String) -> [String] {
        let parts = article.split(separator: "```", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
            .filter { $0.hasPrefix("swift\n") || $0.hasPrefix("json\n") }
            .map { String($0.drop { $0 != "\n" }.dropFirst()) }
    }
}
