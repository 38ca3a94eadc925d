extension String {
    /// The pieces, one behind the other, in memory that is taken once.
    package init(joining pieces: String...) {
        let byteCount = pieces.reduce(0) { $0 + $1.utf8.count }
        self.init(unsafeUninitializedCapacity: byteCount) { bytes in
            var end = 0
            for piece in pieces {
                piece.utf8.span.withUnsafeBufferPointer { end = bytes[end...].initialize(fromContentsOf: $0) }
            }
            return end
        }
    }
}
