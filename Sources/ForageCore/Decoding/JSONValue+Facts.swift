package import Essentials
package import JSON

extension JSONValue {
    /// An absolute web address; nil for `""`, for a relative one and for anything unsafe.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

    /// A time with its zone as ISO 8601 writes it: `2018-04-17T04:30:00+00:00`.
    package var timestamp: Date? {
        isComplete ? text.flatMap { try? Date($0, strategy: .iso8601) } : nil
    }

    /// A size in pixels out of two members, whether they are numbers or numbers in quotes.
    package func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].flexibleInt, height: self[height].flexibleInt)
    }
}
