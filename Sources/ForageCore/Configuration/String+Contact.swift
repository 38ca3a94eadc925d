extension String {
    /// The text as a contact that can be sent in a header field: a page or a mail address; nil for anything else.
    var asContact: String? { WebURL(self)?.text ?? (isMailAddress ? self : nil) }

    private var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isOfMailbox) else {
            return false
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isOfHostLabel) }
    }

    /// Matches the mail addresses above, for the JSON Schema.
    static let mailAddressPattern =
        "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$"
}

extension UInt8 {
    fileprivate var isOfMailbox: Bool { isLetter || isDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(self) }
    fileprivate var isOfHostLabel: Bool { isLetter || isDigit || self == UInt8(ascii: "-") }
}
