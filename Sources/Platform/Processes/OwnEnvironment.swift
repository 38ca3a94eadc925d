#if canImport(Darwin)
    internal import Darwin
#else
    @preconcurrency internal import Glibc
#endif

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
