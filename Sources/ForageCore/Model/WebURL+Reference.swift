extension WebURL {
    /// The address that a reference in an answer from here stands for (RFC 3986, 5.2), dots in it left as they are.
    package func resolving(_ reference: String) -> WebURL? {
        if let scheme = reference.firstIndex(of: ":"), !reference[..<scheme].contains(where: "/?#".contains) {
            return WebURL(reference)
        }
        if reference.hasPrefix("//") { return WebURL((isSecure ? "https:" : "http:") + reference) }
        if reference.hasPrefix("/") { return WebURL(origin.description + reference) }
        if reference.isEmpty || reference.hasPrefix("#") { return self }
        let path = origin.description + self.path
        if reference.hasPrefix("?") { return WebURL(path + reference) }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? path[...]
        return WebURL(folder + reference)
    }
}
