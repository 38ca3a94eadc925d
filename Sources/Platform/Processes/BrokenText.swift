#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What this process was handed that is not UTF-8.
///
/// Swift puts U+FFFD in the place of the bytes that are none, and does not say so: a path of which that was done leads
/// elsewhere.
package enum BrokenText: Hashable, Sendable {
    /// A word of the command line, its bytes that are not UTF-8 as `\xff`.
    case argument(String)
    /// The value of a variable, which may be a secret, so that only its name is here.
    case variable(String)
    /// The name of the folder that this process is in, its bytes that are not UTF-8 as `\xff`.
    case folder(String)

    /// The first that there is.
    ///
    /// - Parameter isOfUse: Whether a variable of that name is made use of.
    /// - Returns: Nil where all is UTF-8.
    package static func first(ofVariables isOfUse: (String) -> Bool) -> BrokenText? {
        if let word = CommandLine.unsafeArguments.compactMap(escaped).first { return .argument(word) }
        let names = OwnEnvironment.list.lazy.filter { escaped($0) != nil }.map { line in
            String(String(cString: line).prefix { $0 != "=" })
        }
        if let name = names.first(where: isOfUse) { return .variable(name) }
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return escaped(folder).map { .folder($0) }
    }

    /// The text with its bytes that are not UTF-8 as `\xff`; nil where there are none.
    static func escaped(_ text: UnsafePointer<CChar>) -> String? {
        guard String(validatingCString: text) == nil else { return nil }
        let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
        var (rest, parser) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser())
        var (shown, place) = ("", 0)
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar):
                shown.unicodeScalars.append(Unicode.UTF8.decode(scalar))
                place += scalar.count
            case .error(let length):
                for byte in bytes[place..<place + length] { shown += "\\x" + String(byte, radix: 16) }
                place += length
            case .emptyInput: return shown
            }
        }
    }
}

extension CommandLine {
    fileprivate static var unsafeArguments: [UnsafePointer<CChar>] {
        (0..<Int(argc)).compactMap { unsafeArgv[$0].map { UnsafePointer($0) } }
    }
}
