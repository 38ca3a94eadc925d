/// How much of what was answered may be kept.
public struct CacheConfiguration: Hashable, Sendable {
    /// The most bytes on disk, everything counted; 0 to keep nothing there.
    public let diskByteCount: Int

    /// The most bytes in the memory of a program that runs on; 0 to keep nothing there.
    public let memoryByteCount: Int

    static let usualMemory = 32
    static let usualDisk = 512
    /// Less has no room for the files themselves.
    static let leastDisk = 16
    static let megabyte = 1_000_000

    init(_ values: SettingValues) {
        let megabytes = values.integer("disk") ?? Self.usualDisk
        memoryByteCount = (values.integer("memory") ?? Self.usualMemory) * Self.megabyte
        diskByteCount = megabytes == 0 ? 0 : max(Self.leastDisk, megabytes) * Self.megabyte
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
                help: "How many megabytes may be kept on disk; 0 keeps nothing, and 1 to 15 count as 16."),
            SettingLeaf(
                path: .cache.appending("memory"), form: .value(.integer(0...100_000)),
                defaultValue: .integer(CacheConfiguration.usualMemory),
                help: "How many megabytes of that a program that runs on keeps in memory as well."),
        ].map(SettingGroup.Member.init))
}

extension SettingPath {
    static let cache = SettingPath("cache")
}
