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
        guard let path = programPath, stat(path, &file) == 0 else { return nil }
        return "\(current) \(file.st_dev) \(file.st_ino) \(file.st_size) \(file.modification)"
    }()

    private static var programPath: String? {
        #if canImport(Darwin)
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            var count = UInt32(path.count)
            guard _NSGetExecutablePath(&path, &count) == 0 else { return nil }
            return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #else
            "/proc/self/exe"
        #endif
    }
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
