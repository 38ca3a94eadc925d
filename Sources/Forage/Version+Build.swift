#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension Version {
    /// What tells this build of Forage from every other: the program that it is linked into, with its size and time;
    /// nil where that cannot be told.
    static let build: String? = {
        var file = stat()
        guard stat(ProgramFolder.program, &file) == 0 else { return nil }
        return "\(current) \(file.st_dev) \(file.st_ino) \(file.st_size) \(file.modification)"
    }()
}

extension stat {
    fileprivate var modification: String {
        #if canImport(Darwin)
            "\(st_mtimespec.tv_sec).\(st_mtimespec.tv_nsec)"
        #else
            "\(st_mtim.tv_sec).\(st_mtim.tv_nsec)"
        #endif
    }
}
