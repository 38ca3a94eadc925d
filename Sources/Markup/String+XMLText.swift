internal import CXML2

extension String {
    /// Copies a text of libxml2's, which ends with a NUL.
    init(xmlText: UnsafePointer<xmlChar>) {
        self.init(
            decoding: UnsafeBufferPointer(start: xmlText, count: Int(xmlStrlen(xmlText))), as: UTF8.self)
    }
}
