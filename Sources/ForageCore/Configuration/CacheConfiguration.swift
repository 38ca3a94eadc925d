/// How much of what was answered may be kept.
public struct CacheConfiguration: Hashable, Sendable {
    /// The most bytes on disk, everything counted; 0 to keep nothing there.
    public let diskByteCount: Int
    /// The most bytes in memory, for programs that run on.
    public let memoryByteCount: Int

    static let usualDisk = 512
    static let usualMemory = 64
    static let megabyte = 1_000_000

    init(_ values: SettingValues) {
        diskByteCount = (values.integer("disk") ?? Self.usualDisk) * Self.megabyte
        memoryByteCount = (values.integer("memory") ?? Self.usualMemory) * Self.megabyte
    }
}

extension SettingTree {
    /// Lays out how much is kept.
    static let cache = SettingGroup(
        noun: "setting of the cache",
        members: [
            SettingLeaf(
                path: .cache.appending("disk"), form: .value(.integer(0...1_000_000)),
                defaultValue: .integer(CacheConfiguration.usualDisk),
                help: "How many megabytes of answers are kept on disk; 0 keeps none."),
            SettingLeaf(
                path: .cache.appending("memory"), form: .value(.integer(0...100_000)),
                defaultValue: .integer(CacheConfiguration.usualMemory),
                help: "How many megabytes of answers a program that runs on keeps in memory; 0 keeps none."),
        ].map(SettingGroup.Member.init))
}

extension SettingPath {
    static let cache = SettingPath("cache")
}
