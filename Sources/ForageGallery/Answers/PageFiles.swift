internal import CPage
internal import ForageCore
internal import Platform

/// The page's files, which are part of the program.
enum PageFiles {
    /// Returns the file of this name, whose modules are joined; nil if there is none.
    static func named(_ name: String) -> Content? { all[name] }

    static let names = Set(sources.keys)

    /// The folder of the files' addresses. Its name contains a digest of all files, so that browsers never ask again for
    /// a file, and never mix those of two versions.
    static let folder = "/assets/\(version)"

    /// The digest of all files.
    static let version: String = {
        let bytes = names.sorted().flatMap { name -> [UInt8] in
            Array("\(name)\n".utf8) + (all[name]?.bytes ?? [])
        }
        return (try? Digest.sha256.of(bytes)).map { Array($0.prefix(8)).hex }
            ?? Base64URL.secret(byteCount: 8)
    }()

    /// The script of the page that runs while the page is not open. It stores the other files.
    static let worker: Content = {
        let stored = names.subtracting(["index.html", "strings.json", workerName]).filter {
            !modules.isJoined($0)
        }
        let list = stored.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let text = String(decoding: sources[workerName] ?? [], as: UTF8.self)
            .replacing("{{assets}}", with: folder).replacing("{{names}}", with: list)
        return Content(Array(text.utf8), type: type(of: workerName), isPackedAhead: true)
    }()

    private static let workerName = "sw.js"

    private static let modules = PageModules(
        sources.filter { $0.key.hasSuffix(".js") && $0.key != workerName }
            .mapValues { String(decoding: $0, as: UTF8.self) })

    private static let sources: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var number = 0
        while let file = page_file(number)?.pointee {
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            files[String(cString: file.name)] = Array(bytes)
            number += 1
        }
        return files
    }()

    private static let all: [String: Content] = {
        let files = sources.map { name, bytes in
            let text = modules.text(of: name).map { Array($0.utf8) } ?? bytes
            return (name, Content(text, type: type(of: name), isPackedAhead: true))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }()

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json; charset=utf-8"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}

/// The modules of the page, joined into few files, because each file costs a round trip.
///
/// A file begins at the page's first module, or at one that is loaded when it is needed, and contains all modules that
/// only it imports. The address of a joined module still gives the same module.
struct PageModules {
    private let modules: [String: Module]
    /// The file of each module.
    private let files: [String: String]

    static let first = "main.js"

    /// - Parameter sources: The source of each module by its name.
    init(_ sources: [String: String]) {
        let modules = Dictionary(uniqueKeysWithValues: sources.map { ($0.key, Module($0.key, $0.value)) })
        self.modules = modules
        let later = Set(modules.values.flatMap(\.later))
        var files = Dictionary(uniqueKeysWithValues: modules.keys.map { ($0, Set<String>()) })
        for start in later.union([Self.first]) {
            for module in Self.needed(by: start, among: modules) { files[module.name]?.insert(start) }
        }
        self.files = Dictionary(
            uniqueKeysWithValues: files.map { name, starts in
                if starts.contains(Self.first) { return (name, Self.first) }
                return (name, later.contains(name) || starts.count > 1 ? name : starts.first ?? name)
            })
    }

    /// Indicates whether a module is part of another file.
    func isJoined(_ name: String) -> Bool { files[name].map { $0 != name } ?? false }

    /// The text to serve for a module; nil if there is none of this name.
    func text(of name: String) -> String? {
        guard let module = modules[name], let file = files[name] else { return nil }
        guard file == name else {
            let exports = module.exports.joined(separator: ", ")
            return
                "import { \(module.variable) } from \"./\(file)\"\nexport const { \(exports) } = \(module.variable)\n"
        }
        let all = Self.needed(by: name, among: modules).filter { files[$0.name] == name }
        let joined = all.filter { $0.name != name }
        let others = Set(all.flatMap { $0.imports.map(\.name) }).subtracting(all.map(\.name)).sorted()
        let imports = others.map { other in
            let (file, variable) = (files[other] ?? other, Module.variable(of: other))
            return "import \(file == other ? "* as \(variable)" : "{ \(variable) }") from \"./\(file)\"\n"
        }
        let exports = joined.map(\.variable).joined(separator: ", ")
        return (imports + joined.map(\.asFunction) + [module.asFile, "\nexport { \(exports) }\n"]).joined()
    }

    /// A module and all that it imports, each after those that it imports itself.
    private static func needed(by name: String, among modules: [String: Module]) -> [Module] {
        var (seen, found) = (Set<String>(), [Module]())
        func visit(_ name: String) {
            guard let module = modules[name], seen.insert(name).inserted else { return }
            module.imports.forEach { visit($0.name) }
            found.append(module)
        }
        visit(name)
        return found
    }
}

/// A module that imports only others of its folder, at its beginning, and exports only functions, classes and constants.
private struct Module {
    let name: String
    /// What it imports, such as `{ make }` or `* as api`, and from which module.
    let imports: [(clause: String, name: String)]
    let exports: [String]
    /// The modules that it loads when they are needed.
    let later: [String]
    private let body: String

    init(_ name: String, _ source: String) {
        let bare = source.replacing(
            /^\s*(?:\/\/.*|\/\*\*(?s:.*?)\*\/)\n/.anchorsMatchLineEndings(), with: "")
        let statement = /^import (?s:(.*?)) from "\.\/([\w.]+)"\n/.anchorsMatchLineEndings()
        self.name = name
        imports = bare.matches(of: statement).map { (String($0.1), String($0.2)) }
        body = String(bare.replacing(statement, with: "").trimmingPrefix(while: \.isNewline))
        exports = body.matches(of: Self.export).map { String($0.2) }
        later = body.matches(of: /\bimport\("\.\/([\w.]+)"\)/).map { String($0.1) }
    }

    private static var export: Regex<(Substring, Substring, Substring)> {
        /^export ((?:async )?function\*? |class |const )(\w+)/.anchorsMatchLineEndings()
    }

    var variable: String { Self.variable(of: name) }

    static func variable(of name: String) -> String { "$" + name.prefix { $0 != "." } }

    /// Its text within a file that begins with another module.
    var asFunction: String {
        let plain = body.replacing(Self.export) { "\($0.1)\($0.2)" }
        return
            "const \(variable) = (() => {\n\(constants)\(plain)\nreturn { \(exports.joined(separator: ", ")) }\n})()\n"
    }

    /// Its text at the end of its own file.
    var asFile: String { constants + body }

    private var constants: String {
        imports.map { clause, name in
            let names = clause.replacing("* as ", with: "").replacing(" as ", with: ": ")
            return "const \(names) = \(Self.variable(of: name))\n"
        }.joined()
    }
}
