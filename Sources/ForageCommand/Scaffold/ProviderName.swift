internal import Essentials
internal import ForageCore

/// The name of a provider that is to be: of its folder, its module and, in lower case, its id.
struct ProviderName {
    let module: String
    let id: ProviderID

    /// Checks a name as it was typed; what is wrong with it comes with a name that would do, where there is one.
    init(_ typed: String) throws(UsageFault) {
        let words = typed.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let better = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let advice = better.isEmpty || better == typed ? "" : " \"\(better)\" would do."
        guard !typed.isEmpty, typed == words.joined() else {
            throw UsageFault(
                "\"\(typed.onOneLine)\" cannot name a module: use letters and digits only.\(advice)")
        }
        guard let first = typed.first, first.isLetter else {
            throw UsageFault("\"\(typed)\" cannot name a module: begin with a letter.")
        }
        guard !Self.keywords.contains(typed) else {
            throw UsageFault("\"\(typed)\" is a word of Swift itself.\(advice)")
        }
        guard first.isUppercase else {
            throw UsageFault("\"\(typed)\" begins in lower case; modules do not.\(advice)")
        }
        guard !typed.hasSuffix("Provider"), !typed.hasSuffix("Tests") else {
            let stem = typed.hasSuffix("Tests") ? typed.dropLast(5) : typed.dropLast(8)
            throw UsageFault(
                "\"\(typed)\" says twice what it is." + (stem.isEmpty ? "" : " \"\(stem)\" would do."))
        }
        guard let id = ProviderID(typed.lowercased()) else {
            throw UsageFault("\"\(typed.prefix(40))…\" is longer than 32 letters.")
        }
        module = typed
        self.id = id
    }

    private static let keywords: Set = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await", "break",
        "case",
        "catch", "class", "continue", "convenience", "default", "defer", "deinit", "do", "else", "enum",
        "extension",
        "fallthrough", "false", "fileprivate", "final", "for", "func", "guard", "if", "import", "in",
        "indirect",
        "infix", "init", "inout", "internal", "is", "lazy", "let", "macro", "mutating", "nil", "nonisolated",
        "open",
        "operator", "package", "postfix", "precedencegroup", "prefix", "private", "protocol", "public",
        "repeat",
        "rethrows", "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw",
        "throws",
        "true", "try", "typealias", "var", "weak", "where", "while",
    ]
}

extension ProviderName {
    /// Refuses a name that a target, a module or a type of the checkout has already, whatever its case.
    func check(against checkout: Checkout) throws(CannotRun) {
        if let folder = checkout.names(in: "Providers").first(where: isSame) {
            throw CannotRun("There is a provider \(folder) already: Providers/\(folder) is left as it is.")
        }
        let parts = checkout.names(in: "Sources") + checkout.names(in: "Sources/System")
        if let taken = (parts + parts.map { $0 + "Tests" } + Self.systemModules).first(where: isSame) {
            throw CannotRun("\"\(taken)\" is the name of another module: choose one that nobody has.")
        }
        let types = checkout.names(below: "Sources/ForageCore").filter { $0.hasSuffix(".swift") }
        if types.map({ String($0.dropLast(".swift".count)) }).contains(where: isSame) {
            throw CannotRun("\"\(module)\" is the name of a type that every provider uses: choose another.")
        }
    }

    /// Some disks do not tell case apart.
    private func isSame(_ other: String) -> Bool { other.lowercased() == module.lowercased() }

    private static let systemModules = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Testing",
        "XCTest",
        "Synchronization", "Glibc", "Musl", "Darwin", "Dispatch", "PackageDescription", "PackagePlugin",
        "RegexBuilder",
        "Observation", "Distributed", "Runtime", "Cxx",
    ]
}
