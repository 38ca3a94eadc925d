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

    /// Goes on as that program, in the place of this one.
    func become(_ arguments: [String]) throws(CannotRun) -> Never {
        var pointers = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &pointers)
        let reason = String(cString: strerror(errno))
        pointers.forEach { free($0) }
        throw CannotRun("The program \(path) could not be started: \(reason).")
    }
}
