internal import Platform

/// The person's browser.
enum Browser {
    /// Has a page or a file opened; it stays open when this program ends. False where there is nothing to open it with.
    static func open(_ address: String, _ environment: [String: String]) -> Bool {
        #if canImport(Darwin)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        return (try? Detached.start([program, address], environment: environment)) != nil
    }
}
