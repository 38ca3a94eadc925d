extension String {
    /// The pieces, one behind the other, in memory that is taken once.
    @inlinable
    package init<let count: Int>(joining pieces: [count of String]) {
        var byteCount = 0
        for index in pieces.indices { byteCount += pieces[index].utf8.count }
        self.init(unsafeUninitializedCapacity: byteCount) { bytes in
            var end = 0
            for index in pieces.indices {
                pieces[index].utf8.span.withUnsafeBufferPointer {
                    end = bytes[end...].initialize(fromContentsOf: $0)
                }
            }
            return end
        }
    }
}
