/// The program's name as every server is given it: `Forage/1.0 (https://example.org/forage; ann@example.org)`, the form that
/// Wikimedia asks for, or `Forage/1.0` alone.
package struct UserAgent: Sendable {
    let text: String

    /// - Parameters:
    ///   - version: The version of the program.
    ///   - project: The page of the program; nil where it has none.
    ///   - contact: A page or mail address of the person; nil where they give none.
    package init(version: String, project: String? = nil, contact: String? = nil) {
        let addresses = [project, contact].compactMap(\.self).joined(separator: "; ")
        text = "Forage/\(version)" + (addresses.isEmpty ? "" : " (\(addresses))")
    }
}
