internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch

/// What `forage svg-size` was asked for.
struct SVGSizeArguments: Sendable {
    let inputs: [SVGInput]
    let policy: SVGSize.Policy
    let isStrict: Bool
    let format: SVGSizeFormat
    /// Whether one value is wanted rather than a list.
    let isSingle: Bool

    enum PolicyName: String, CaseIterable {
        case viewBox, css
    }

    init(_ arguments: Arguments) throws(UsageFault) {
        guard !arguments.words.isEmpty else {
            throw UsageFault("Say what to measure: forage svg-size FILE|FOLDER|URL|-…")
        }
        inputs = try arguments.words.map { word throws(UsageFault) in try SVGInput(word) }
        guard inputs.count(where: { $0 == .standardInput }) < 2 else {
            throw UsageFault("Standard input can be read once: give - once.")
        }
        policy = try arguments.choice("policy", as: PolicyName.self) == .css ? .browser : .viewBox
        isStrict = arguments.has("strict")
        format = try arguments.choice("format", as: SVGSizeFormat.self) ?? .table
        isSingle = inputs.count == 1 && !inputs[0].isFolder
    }
}

/// One of the things to be measured.
enum SVGInput: Hashable, Sendable {
    case standardInput
    case web(WebURL)
    case file(FilePath)
    case folder(FilePath)

    init(_ word: String) throws(UsageFault) {
        if word == "-" {
            self = .standardInput
        } else if let url = WebURL(word) {
            self = .web(url)
        } else if let scheme = word.firstRange(of: "://").map({ word[..<$0.lowerBound].lowercased() }) {
            throw UsageFault(
                ["http", "https"].contains(scheme)
                    ? "This is not a usable \(scheme) address: it needs a host; a port up to 65535 is allowed, a user name, password or space is not."
                    : "\(scheme) addresses are not supported: give one of http or https, or a file.")
        } else {
            let path = FilePath(word)
            self = SVGFolder.isFolder(path) ? .folder(path) : .file(path)
        }
    }

    var isFolder: Bool { if case .folder = self { true } else { false } }
}
