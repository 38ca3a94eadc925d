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

    /// A place by its name and by the members `latitude` and `longitude`, whether they are numbers or numbers in
    /// quotes. Both are 0 where nobody marked the spot.
    package func place(named name: String?) -> Place? {
        guard let latitude = self["latitude"].degrees, let longitude = self["longitude"].degrees,
            latitude != 0 || longitude != 0
        else { return Place(name: name) }
        return Place(name: name, latitude: latitude, longitude: longitude) ?? Place(name: name)
    }

    private var degrees: Double? { double ?? text.flatMap { Double($0) } }
}
