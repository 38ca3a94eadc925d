internal import Platform

/// The location of this program and of the files installed with it.
package enum ProgramFolder {
    /// The path of the program with all symbolic links resolved.
    package static let program = pathOfThisProgram()

    /// The folder of the program.
    package static let path = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."

    /// True for Forage's own programs that read definitions, which therefore expect the installed definitions.
    static let isOfForage = ["forage", "forage-gallery"].contains(program.split(separator: "/").last ?? "")

    /// The folder of the definitions that come with the program: the installed folder, or that of the checkout it was
    /// built in. A program of another package has definitions there only if it ships them.
    package static var definitions: String? {
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
