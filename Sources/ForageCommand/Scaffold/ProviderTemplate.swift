internal import ForageCore

/// The files of a provider that is to be, for a service that searches photos page by page. They build, answer from
/// their samples and pass every check; the article “Write a provider” explains them line by line.
struct ProviderTemplate {
    let files: [File]

    struct File {
        /// Where it lies in the provider's folder.
        let path: String
        let text: String
    }

    init(_ name: ProviderName) {
        let (module, id) = (name.module, name.id.name)
        files = [
            File(path: "Sources/\(module)Provider.swift", text: Self.provider(module, id)),
            File(path: "Sources/\(module)Provider+Registration.swift", text: Self.registration(module, id)),
            File(path: "Sources/Photo.swift", text: Self.photo),
            File(path: "Tests/ConformanceTests.swift", text: Self.conformanceTests(module)),
            File(path: "Tests/DecodingTests.swift", text: Self.decodingTests(module)),
            File(path: "Tests/Fixtures/samples.json", text: Self.samples),
            File(path: "Tests/Fixtures/page-1.json", text: Self.firstPage(id)),
            File(path: "Tests/Fixtures/page-2.json", text: Self.lastPage(id)),
            File(path: "Tests/Fixtures/photo.json", text: Self.details(id)),
            File(path: "Tests/Fixtures/nothing.json", text: Self.nothing),
            File(path: "README.md", text: Self.readme(module, id)),
        ]
    }
}
