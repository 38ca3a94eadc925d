internal import Platform

/// Where this program is, and what was installed with it.
package enum ProgramFolder {
    /// The program itself, whatever links lead there.
    static let program = pathOfThisProgram()

    /// The folder that it is in.
    package static let path = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."

    /// Whether this is one of Forage's own programs that read definitions, and so misses those that came with it.
    static let isOfForage = ["forage", "forage-gallery"].contains(program.split(separator: "/").last ?? "")

    /// Where the definitions are that come with it: installed beside it, or those of the checkout that it was built in.
    /// Another package's program has them there only if it brings them.
    static var definitions: String? {
        let steps = program.split(separator: "/", omittingEmptySubsequences: false)
        let folder = steps.dropLast()
        let installed = folder.dropLast().joined(separator: "/") + "/share/forage/definitions"
        if folder.last == "bin" { return installed }
        if let build = folder.lastIndex(where: { $0.hasPrefix(".build") }) {
            return steps[..<build].joined(separator: "/") + "/Providers/Definitions"
        }
        return isOfForage ? installed : nil
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
