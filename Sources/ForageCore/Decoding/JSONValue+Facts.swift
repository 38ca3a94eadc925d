package import JSON

extension JSONValue {
    /// An absolute web address; nil for `""`, for a relative one and for anything unsafe.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

    /// A size in pixels out of two members, whether they are numbers or numbers in quotes.
    package func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].flexibleInt, height: self[height].flexibleInt)
    }
}
