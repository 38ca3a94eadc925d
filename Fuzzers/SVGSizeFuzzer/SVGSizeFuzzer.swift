internal import ForageSearch

/// Measures whatever libFuzzer makes of the samples, whole and in pieces.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = Result { try SVGSize(bytes) }
    check(whole)
    precondition((try? whole.get()) == (try? measure(bytes, by: 3)), "pieces change the size")
    for isWhole in [false, true] {
        if case .needsMore = PictureStart.read(bytes, isWhole: isWhole) { precondition(!isWhole) }
    }
    return 0
}

/// A size makes sense under every policy.
private func check(_ result: Result<SVGSize, any Error>) {
    guard let size = try? result.get() else { return }
    let shown = size.pixels(.browser)
    precondition(shown.map { $0.width >= 0 && $0.height >= 0 } == true)
    if let pixels = size.pixels() { precondition(pixels.width.isFinite && pixels.height.isFinite) }
    if let ratio = size.aspectRatio { precondition(ratio > 0) }
    precondition(size.width == nil || size.widthPercent == nil)
}

private func measure(_ bytes: [UInt8], by pieceByteCount: Int) throws -> SVGSize {
    var reader = SVGReader()
    var rest = bytes[...]
    while !rest.isEmpty {
        let piece = Array(rest.prefix(pieceByteCount))
        rest = rest.dropFirst(piece.count)
        if let size = try reader.read(piece.span.bytes) { return size }
    }
    return try reader.finish()
}
