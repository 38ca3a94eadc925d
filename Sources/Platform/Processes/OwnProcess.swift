#if canImport(Darwin)
    internal import Darwin
#else
    @preconcurrency internal import Glibc
#endif

/// The process that this program runs in.
package enum OwnProcess {
    /// Arranges what everything else counts on; the first thing that a program does.
    package static func prepare() {
        reserveStandardStreams()
        // A reader that left is noticed when writing, not by the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps what is opened later from being taken for a standard stream that the program was started without. To use
    /// that stays an error.
    private static func reserveStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // Opening takes the lowest number that is free, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The variables that this process was started with.
///
/// Foundation has them, too, and takes far longer to come to them.
package enum OwnEnvironment {
    /// Every variable by its name; of two with one name the first, as the C library has it.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        for line in lines.reversed() {
            guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[String(line[..<sign])] = String(line[sign...].dropFirst())
        }
        return variables
    }

    private static var lines: [String] { list.map { String(cString: $0) } }

    /// The lines as the system handed them over, which may not be UTF-8.
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
