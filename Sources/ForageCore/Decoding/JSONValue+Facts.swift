package import Essentials
package import JSON

extension JSONValue {
    /// An absolute web address; nil for `""`, for a relative one and for anything unsafe.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

    /// A text in which there is something to be seen; some hide a title by signs that are never drawn.
    package var visibleText: String? { text.flatMap { $0.isVisible ? $0 : nil } }

    /// A time as ISO 8601 writes it, with `Z` or an offset: `2019-03-02T11:23:42-05:00`.
    package var time: Date? {
        guard isComplete else { return nil }
        var time: Date?
        readPlainText { time = Date(iso8601: $0) }
        // There may be escapes in it, or spaces around.
        return time ?? text.flatMap { Date(iso8601: $0) }
    }

    /// A size in pixels out of two members, whether they are numbers or numbers in quotes.
    package func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].flexibleInt, height: self[height].flexibleInt)
    }
}
