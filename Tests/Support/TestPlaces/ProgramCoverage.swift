internal import Platform

/// What the programs that tests start add to the coverage of a test run.
package enum ProgramCoverage {
    /// The file that such a program writes at its end; where nothing is measured, it goes nowhere.
    ///
    /// They have a folder of their own: one that a test kills may leave a broken file, and only the report of the
    /// coverage knows to leave that out.
    package static let file: String = {
        guard let own = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"], own.hasSuffix(".profraw")
        else {
            return "/dev/null"
        }
        return URL(filePath: own).deletingLastPathComponent().path + "/programs/%m.%p.profraw"
    }()
}
