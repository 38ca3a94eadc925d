/// How entity tags are compared (RFC 9110, 8.8.3).
package enum EntityTag {
    /// Whether `If-None-Match` names what there is (RFC 9110, 13.1.2): whoever asks has it then.
    ///
    /// - Parameters:
    ///   - tag: The tag of what there is, if it has one.
    ///   - lines: The lines of the field.
    /// - Returns: Whether it is among them.
    package static func isNamed(_ tag: String?, in lines: [String]) -> Bool {
        let tags = lines.flatMap { HTTPSyntax.members(of: $0, escape: nil) }
        if tags == ["*"] { return true }
        guard let own = tag.map(weakForm) else { return false }
        return tags.contains { weakForm($0) == own }
    }

    /// A tag without its mark of weakness.
    package static func weakForm(_ tag: some StringProtocol) -> String {
        String(tag.hasPrefix("W/") ? tag.dropFirst(2)[...] : tag[...])
    }
}
