internal import ForageCore
internal import Platform

/// The name of a new provider: of its folder and its module and, in lower case, its ID.
struct ProviderName {
    let module: String
    let id: ProviderID

    /// Checks a name as typed. The error suggests a better one if a free one can be derived.
    init(_ typed: String, isFree: (ProviderName) -> Bool = { _ in true }) throws(CommandError) {
        if let fault = Self.fault(in: typed) {
            let better = Self.improved(typed)
            let isBetter = better != typed && (try? ProviderName(better)).map(isFree) == true
            let advice = isBetter ? " Try \"\(better)\"." : ""
            throw CommandError.usage("\"\(typed.onOneLine.prefix(40))\" \(fault)\(advice)")
        }
        guard let id = ProviderID(typed.lowercased()) else {
            throw CommandError.usage("\"\(typed)\" cannot be the id of a provider.")
        }
        module = typed
        self.id = id
    }

    private static func fault(in name: String) -> String? {
        if name.isEmpty || !name.allSatisfy(\.isPlain) {
            return "cannot name a module: use letters and digits only."
        }
        if name.first?.isLetter == false { return "cannot name a module: begin with a letter." }
        if keywords.contains(name) { return "is a keyword of Swift." }
        if types.contains(name) { return "is the name of a type in common use." }
        if name.first?.isUppercase == false { return "must begin with a capital letter." }
        if endings.contains(where: name.hasSuffix) { return "must not end with \"Provider\" or \"Tests\"." }
        return name.count > 32 ? "is longer than 32 letters." : nil
    }

    /// The words of the name joined into one, without redundant endings. A name with letters beyond ASCII is not
    /// changed.
    private static func improved(_ typed: String) -> String {
        guard typed.allSatisfy(\.isASCII) else { return typed }
        let words = typed.split { !$0.isPlain }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return endings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
    }

    private static let endings = ["Provider", "Tests"]

    private static let keywords: Set = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await",
        "break", "case", "catch", "class", "continue", "convenience", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func",
        "guard", "if", "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "lazy",
        "let", "macro", "mutating", "nil", "nonisolated", "open", "operator", "package", "postfix",
        "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "rethrows", "return",
        "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "weak", "where", "while",
    ]

    /// Types of the standard library and Foundation, and the one that every new provider contains.
    private static let types: Set = [
        "Array", "Bool", "Character", "Codable", "Collection", "Comparable", "Data", "Date", "Dictionary",
        "Double", "Duration", "Encodable", "Equatable", "Error", "Float", "Hashable", "Identifiable",
        "Int", "Locale", "Mutex", "Never", "Optional", "Photo", "Range", "Result", "Sendable", "Sequence",
        "Set", "Span", "String", "Substring", "Task", "UInt", "URL", "UUID", "Unicode", "Void",
    ]
}

extension ProviderName {
    /// Rejects a name that a target, a module or a type of the checkout already has, ignoring case.
    func check(against checkout: Checkout) throws(CommandError) {
        if let folder = checkout.names(in: "Providers").first(where: isSame) {
            throw CommandError.failure(
                "The provider \(folder) already exists: Providers/\(folder) was not changed.")
        }
        let described = checkout.names(in: "Providers/Definitions").filter { $0.hasSuffix(".json") }
        if let file = described.first(where: { isSame(String($0.dropLast(".json".count))) }) {
            throw CommandError.failure(
                "A definition with that name already exists: Providers/Definitions/\(file).")
        }
        if let taken = try checkout.systemModules().first(where: isSame) {
            throw CommandError.failure(
                "\"\(taken)\" is the name of a module of this or another operating system: choose another name."
            )
        }
        let targets = try checkout.namesInManifest()
        if let taken = (targets + targets.map { $0 + "Tests" }).first(where: isSame) {
            throw CommandError.failure(
                "\"\(taken)\" is the name of another module: choose another name.")
        }
        let types = checkout.files(below: "Sources/ForageCore").filter { $0.hasSuffix(".swift") }
        if types.contains(where: {
            isSame(String(URL(filePath: $0).lastPathComponent.dropLast(".swift".count)))
        }) {
            throw CommandError.failure(
                "\"\(module)\" is the name of a type that every provider uses: choose another name.")
        }
    }

    /// Compares names without case, because some file systems ignore it.
    private func isSame(_ other: String) -> Bool { other.lowercased() == module.lowercased() }
}

extension Checkout {
    /// The names of system modules on all platforms.
    fileprivate func systemModules() throws(CommandError) -> [String] {
        let lines = try text(of: "Templates/system-modules.txt").split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.flatMap { $0.split(separator: " ").map(String.init) }
    }

    /// All texts between quotes in the manifest: the names of the targets, and others that are unsuitable as names.
    fileprivate func namesInManifest() throws(CommandError) -> [String] {
        let parts = try text(of: "Package.swift").split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().compactMap { $0.isMultiple(of: 2) ? nil : String($1) }
    }
}

extension Character {
    fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}
