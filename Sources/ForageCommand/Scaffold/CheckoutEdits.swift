internal import Forage
internal import ForageCore

/// The files of a checkout that name every provider, with one provider added.
struct CheckoutEdits {
    let files: [File]
    /// The work that is left to the person.
    let note: String?

    /// The paths of the files that name a new provider.
    static let paths = [manifestPath, cataloguePath, schemaPath]

    private static let manifestPath = "Package.swift"
    private static let cataloguePath = "Sources/Catalog/Catalog.swift"
    private static let schemaPath = "docs/config.schema.json"

    struct File {
        let path: String
        let before: String
        let text: String

        /// The number of added lines.
        var lineCount: Int { text.split(separator: "\n").count - before.split(separator: "\n").count }
    }

    init(naming name: ProviderName, in checkout: Checkout) throws(CommandError) {
        let manifest = try checkout.text(of: Self.manifestPath)
        let catalogue = try checkout.text(of: Self.cataloguePath)
        let edited = [
            File(
                path: Self.manifestPath, before: manifest,
                text: try Self.manifest(manifest, naming: name.module)),
            File(
                path: Self.cataloguePath, before: catalogue,
                text: try Self.catalogue(catalogue, naming: name.module)),
        ]
        let schema = try checkout.text(of: Self.schemaPath)
        // Other providers may have been added to the checkout since this program was built.
        let known = Forage.builtIn + Self.begun(in: catalogue)
        // If this program would write a different schema, it does not change it.
        guard schema == Self.schema(of: known + Definitions.shipped) else {
            files = edited
            note =
                "The provider was not added to \(Self.schemaPath), because the file is not up to date: run make schema."
            return
        }
        let schemaNaming = Self.schema(
            of: known + [Self.registration(of: name.module, name.id)] + Definitions.shipped)
        files = edited + [File(path: Self.schemaPath, before: schema, text: schemaNaming)]
        note = nil
    }

    /// The manifest, with the name in alphabetical order in the list at the top.
    private static func manifest(_ text: String, naming name: String) throws(CommandError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: "let providers = ["),
            let end = lines[start...].firstIndex(of: "]")
        else {
            throw CommandError.failure(
                "Package.swift has no list “let providers = [” with one name per line.")
        }
        let place = lines[start + 1..<end].firstIndex { $0.lowercased() > "    \"\(name)\",".lowercased() }
        lines.insert("    \"\(name)\",", at: place ?? end)
        return lines.joined(separator: "\n")
    }

    /// The catalogue, with the import in alphabetical order and the registration after the other providers. Their order
    /// is the one in which they are asked and shown.
    private static func catalogue(_ text: String, naming name: String) throws(CommandError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let last = lines.lastIndex(where: { $0.hasSuffix(ending) }) else {
            throw CommandError.failure(
                "Sources/Catalog/Catalog.swift has no list with one registration per line.")
        }
        lines.insert("        \(name)Provider.registration,", at: last + 1)
        let imports = lines.indices.filter { lines[$0].contains("import ") && !lines[$0].hasPrefix("//") }
        let place = imports.first { lines[$0].importedModule > name } ?? imports.last.map { $0 + 1 } ?? 0
        lines.insert("internal import \(name)", at: place)
        return lines.joined(separator: "\n")
    }

    private static func schema(of registrations: [Registration]) -> String {
        String(decoding: ConfigurationSchema.json(for: registrations), as: UTF8.self)
    }

    /// The providers of the catalogue that this program does not contain, as the template declares them.
    private static func begun(in catalogue: String) -> [Registration] {
        catalogue.split(separator: "\n").compactMap { line in
            guard line.hasSuffix(ending) else { return nil }
            let module = String(line.drop { $0 == " " }.dropLast(ending.count))
            guard let id = ProviderID(module.lowercased()),
                !Forage.builtIn.contains(where: { $0.info.id == id })
            else { return nil }
            return registration(of: module, id)
        }
    }

    private static let ending = "Provider.registration,"

    /// The registration of the template, as far as the schema depends on it.
    private static func registration(of module: String, _ id: ProviderID) -> Registration {
        let example: WebURL = "https://example.com/"
        let info = ProviderInfo(
            id: id, name: module, summary: "", site: example, kinds: [],
            origins: [WebURL("https://api.\(id).example/") ?? example], capabilities: Capabilities(),
            keys: [
                KeySpec(
                    "apiKey", variable: "\(id.name.uppercased())_API_KEY",
                    page: WebURL("https://\(id).example/developers") ?? example)
            ])
        return Registration(info, isUsuallyEnabled: false) { _ throws(SettingError) in
            throw SettingError("", "it is not built yet")
        }
    }
}

extension String {
    fileprivate var importedModule: String { split(separator: " ").last.map(String.init) ?? "" }
}
