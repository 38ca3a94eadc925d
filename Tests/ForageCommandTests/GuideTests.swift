import Platform
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("The guide “Write a provider”")
struct GuideTests {
    private static let article = ThisCheckout.folder.appending(
        path: "Sources/ForageCore/ForageCore.docc/WriteAProvider.md")

    @Test("each step of code is in the package outside, which is built and tested")
    func code() throws {
        let files = try Self.files(below: ThisCheckout.folder.appending(path: "Tests/Outside")).values
        let steps = try blocks(in: String(contentsOf: Self.article, encoding: .utf8))
            .filter { !$0.contains("Forage(configuration)") }
        #expect(steps.count > 5)
        for step in steps {
            #expect(files.contains { $0.contains(step) }, "No file of the package has: \(step)")
        }
    }

    @Test("the package outside has the files that forage providers new writes")
    func template() throws {
        let outside = try Self.files(below: ThisCheckout.folder.appending(path: "Tests/Outside"))
        let written = try ProviderTemplate(
            ProviderName("Gutenberg"), in: Checkout(around: ThisCheckout.folder.path)
        ).files.filter { !$0.path.hasSuffix("README.md") }
        #expect(written.count > 5)
        for file in written {
            let name = try #require(file.path.split(separator: "/").last)
            #expect(outside[String(name)] == file.text, "\(file.path)")
        }
    }

    /// The texts of the files in a folder, by their names.
    private static func files(below folder: URL) throws -> [String: String] {
        var files: [String: String] = [:]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for path in paths where path.hasSuffix(".swift") || path.hasSuffix(".json") {
            guard !path.hasPrefix(".build") else { continue }
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            files[try #require(path.split(separator: "/").last.map(String.init))] = text
        }
        return files
    }

    /// The blocks of Swift and JSON, indented as in their files.
    private func blocks(in article: String) -> [String] {
        let parts = article.split(separator: "```", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
            .filter { $0.hasPrefix("swift\n") || $0.hasPrefix("json\n") }
            .map { String($0.drop { $0 != "\n" }.dropFirst()) }
    }
}
