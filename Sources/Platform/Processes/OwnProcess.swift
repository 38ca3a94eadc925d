#if canImport(Darwin)
    internal import Darwin
#else
    @preconcurrency internal import Glibc
#endif

/// The process of this program.
package enum OwnProcess {
    /// Prepares the process for everything else. It must be called first.
    package static func prepare() {
        reserveStandardStreams()
        // A closed pipe then causes a write error instead of ending the program.
        signal(SIGPIPE, SIG_IGN)
        // A file that exceeds its size limit then also causes a write error.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Occupies standard streams that are closed, so that no file opened later gets their numbers. Using such a stream
    /// remains an error.
    private static func reserveStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The environment variables of this process.
///
/// Foundation also provides them, but much more slowly.
package enum OwnEnvironment {
    /// All variables by name. If a name occurs twice, the first one is used, as in the C library.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        for line in lines.reversed() {
            guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[String(line[..<sign])] = String(line[sign...].dropFirst())
        }
        return variables
    }

    private static var lines: [String] { list.map { String(cString: $0) } }

    /// The lines as the system provides them, which may not be UTF-8.
    static var list: [UnsafeMutablePointer<CChar>] {
        #if canImport(Darwin)
            let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
        #else
            let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        #endif
        guard let list else { return [] }
        var lines: [UnsafeMutablePointer<CChar>] = []
        while let line = list[lines.count] { lines.append(line) }
        return lines
    }
}

/// A text from the command line or the environment that is not UTF-8.
///
/// Swift silently replaces invalid bytes with U+FFFD, so that a path with such bytes would lead elsewhere.
package enum InvalidText: Hashable, Sendable {
    /// An argument of the command line, with `\xff` for a byte that is not UTF-8.
    case argument(String)
    /// The name of a variable. Its value is left out, because it may be a secret.
    case variable(String)
    /// The name of the current folder, with `\xff` for a byte that is not UTF-8.
    case folder(String)

    /// Returns the first text that is not UTF-8.
    ///
    /// - Parameter isOfUse: Returns whether a variable with a name is used.
    /// - Returns: Nil if all texts are UTF-8.
    package static func first(ofVariables isOfUse: (String) -> Bool) -> InvalidText? {
        if let word = CommandLine.unsafeArguments.compactMap(escaped).first { return .argument(word) }
        let names = OwnEnvironment.list.lazy.filter { escaped($0) != nil }.map { line in
            String(String(cString: line).prefix { $0 != "=" })
        }
        if let name = names.first(where: isOfUse) { return .variable(name) }
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return escaped(folder).map { .folder($0) }
    }

    /// Returns the text with `\xff` for a byte that is not UTF-8; nil if there are no such bytes.
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
