/// Why an edit was refused; the document stays as it was.
package enum JSONEditFault: Error, Hashable, Sendable {
    /// The document is not whole, so nothing in it is changed.
    case brokenDocument(JSONFault)
    /// The text to put in is not one JSON value.
    case brokenText(JSONFault)
    /// There is nothing at this path, nor a place to put it.
    case noSuchPlace(JSONPointer)
    /// A key on this path stands twice in its object, so it is unclear which is meant.
    case repeatedKey(JSONPointer)
}

extension JSONEditFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .brokenDocument(let fault): "The file is left as it is until this is mended: \(fault)"
        case .brokenText(let fault): "The new text is not a JSON value: \(fault)"
        case .noSuchPlace(let pointer): "There is no “\(pointer)” in the file."
        case .repeatedKey(let pointer): "“\(pointer)” stands twice in the file; remove one of them first."
        }
    }
}
