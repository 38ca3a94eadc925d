internal import ForageCore
package import Platform

/// The reason why a lock cannot be used.
package enum LockError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(FileError)
    /// The text of the lock has a fault on this line.
    case faulty(path: String, line: Int, LockFault)

    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .faulty(let path, let line, let fault): "\(path):\(line): \(fault)."
        }
    }
}

/// A fault in the text of a lock.
package enum LockFault: Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong
    /// A merge has left both versions.
    case conflict
    /// The end is missing.
    case cutOff
    /// It is not JSON, for this reason.
    case malformed(String)
    case notALock
    case laterVersion(Int)
    /// A member has an unknown name; with the probable one.
    case unknownMember(String, nearest: String?)
    case repeatedMember(String)
    case missingMember(String)
    /// A member has another value than this.
    case unexpectedValue(String, expected: String)
    /// A path leads out of the project or to a hidden file.
    case unsafePath(String)
    /// Two entries have the same path.
    case repeatedPath(String, firstLine: Int)

    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .tooLong: "the file is too long"
        case .conflict: "a merge left both versions here; keep one of them and remove the marks"
        case .cutOff: "the end of the file is missing"
        case .malformed(let reason): "\(reason)"
        case .notALock: "this is not a list of credits"
        case .laterVersion(let version):
            "the file has version \(version), but this version of Forage reads only \(CreditsLock.version)"
        case .unknownMember(let name, let nearest):
            "\"\(name.printable(upTo: 60))\" is unknown"
                + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .repeatedMember(let name): "\"\(name.printable(upTo: 60))\" occurs twice"
        case .missingMember(let name): "\"\(name)\" is missing"
        case .unexpectedValue(let name, let expected): "\"\(name)\" must be \(expected)"
        case .unsafePath(let path):
            "the path \"\(path.printable(upTo: 200))\" must be inside the project and must have no hidden part"
        case .repeatedPath(let path, let line):
            "\"\(path.printable(upTo: 200))\" has another entry on line \(line)"
        }
    }
}
