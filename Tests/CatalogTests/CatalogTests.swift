import Catalog
import ForageCore
import Foundation
import Testing

@Suite("The catalogue")
struct CatalogTests {
    @Test("the provider folders and Package.swift name the same providers")
    func manifest() throws {
        let folders = try Checkout.providerFolders()
        let listed = try Checkout.providersInManifest()
        #expect(!listed.isEmpty)
        for name in folders.subtracting(listed) {
            Issue.record("Providers/\(name) is there, but the list in Package.swift lacks \"\(name)\".")
        }
        for name in listed.subtracting(folders) {
            Issue.record("Package.swift lists \"\(name)\", but there is no folder Providers/\(name).")
        }
    }

    @Test("the provider folders and the catalogue name the same providers")
    func catalogue() throws {
        let folders = Dictionary(
            uniqueKeysWithValues: try Checkout.providerFolders().map { ($0.lowercased(), $0) })
        let ids = Set(Catalog.all.map(\.info.id.name))
        for (id, name) in folders where !ids.contains(id) {
            Issue.record(
                "Providers/\(name) is there, but Catalog.all lists no provider with the id \"\(id)\".")
        }
        for id in ids where folders[id] == nil {
            Issue.record("Catalog.all lists \"\(id)\", but no folder in Providers bears that name.")
        }
    }

    @Test("no id is listed twice")
    func unique() {
        #expect(Set(Catalog.all.map(\.info.id)).count == Catalog.all.count)
    }

    @Test("every provider folder has a README with a title")
    func readme() throws {
        for name in try Checkout.providerFolders() {
            let file = Checkout.folder.appendingPathComponent("Providers/\(name)/README.md")
            let text = try? String(contentsOf: file, encoding: .utf8)
            #expect(text?.hasPrefix("# ") == true, "Providers/\(name) lacks a README.md with a title.")
        }
    }

    @Test("providers whose service returns little without a key are off by default")
    func usuallyEnabled() {
        let ids = Catalog.all.filter(\.isUsuallyEnabled).map(\.info.id)
        #expect(ids == ["duckduckgo", "unsplash", "flickr"])
    }

    @Test("every provider can be created with its default settings")
    func defaults() throws {
        for registration in Catalog.all {
            let defaults = registration.settings.compactMap { setting in
                setting.defaultValue.map { (setting.key, $0) }
            }
            let provider = try registration.make(SettingValues(Dictionary(uniqueKeysWithValues: defaults)))
            #expect(provider.info.id == registration.info.id)
        }
    }
}

/// The package on disk.
private enum Checkout {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func providerFolders() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent("Providers").path)
        return Set(names.filter { !$0.hasPrefix(".") && $0 != "Definitions" })
    }

    /// The names between `let providers = [` and `]`.
    static func providersInManifest() throws -> Set<String> {
        let manifest = try String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
        let list =
            manifest.split(separator: "let providers = [", maxSplits: 1).last?.prefix { $0 != "]" } ?? ""
        let pieces = list.split(separator: "\"", omittingEmptySubsequences: false)
        return Set(pieces.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }
}
