internal import Forage

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
        let folder = ProgramFolder.path
        path = "\(folder)/\(name)"
        guard access(path, X_OK) == 0 else {
            throw CannotRun(
                "The program \(name) is not beside forage in \(folder); `make install` puts it there.")
        }
    }
}
