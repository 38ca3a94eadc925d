internal import Platform

/// The coverage of programs that tests start.
package enum ProgramCoverage {
    /// The coverage file of such a program; `/dev/null` if coverage is not measured.
    ///
    /// These files have a folder of their own, because a killed program may leave a broken file, and only the coverage
    /// report knows to skip that.
    package static let file: String = {
        guard let own = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"], own.hasSuffix(".profraw")
        else {
            return "/dev/null"
        }
        return URL(filePath: own).deletingLastPathComponent().path + "/programs/%m.%p.profraw"
    }()
}
