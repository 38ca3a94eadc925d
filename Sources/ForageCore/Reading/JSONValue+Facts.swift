package import JSON
package import Platform

extension JSONValue {
    /// An absolute web address; nil for `""`, a relative address or an unsafe one.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

    /// A time in ISO 8601 format, with `Z` or an offset: `2019-03-02T11:23:42-05:00`.
    package var time: Date? {
        guard isComplete else { return nil }
        var time: Date?
        readPlainText { time = Date(iso8601: $0) }
        // The text may contain escapes or surrounding spaces.
        return time ?? text.flatMap { Date(iso8601: $0) }
    }

    /// Returns a size in pixels from two members that are numbers or numbers in quotes.
    package func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].flexibleInt, height: self[height].flexibleInt)
    }

    /// The path of the value, with `*` for any index in a list: `/results/*/urls/regular`.
    package var driftPath: String {
        JSONPointer(tokens: pointer.tokens.map { Int($0) == nil ? $0 : "*" }).description
    }
}
