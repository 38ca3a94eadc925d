#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A program that was installed beside this one.
struct SiblingProgram {
    let path: String

    /// Finds a program in the folder of this one.
    init(_ name: String) throws(CannotRun) {
        let own = Self.pathOfThisProgram()
        let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
        path = "\(folder)/\(name)"
        guard access(path, X_OK) == 0 else {
            throw CannotRun(
                "The program \(name) is not beside forage in \(folder); `make install` puts it there.")
        }
    }

    private static func pathOfThisProgram() -> String {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0, let resolved = realpath(buffer, nil) else {
                return ""
            }
        #else
            guard let resolved = realpath("/proc/self/exe", nil) else { return "" }
        #endif
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
