internal import JSON

/// Holds the reader, the writer and the editor to their promises on whatever libFuzzer thinks of.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let tolerant = try? JSONDocument(bytes) else { return 0 }
    let strict = try? JSONDocument(bytes, mode: .strict)
    checkModes(tolerant, strict)
    checkRanges(of: tolerant.root, inside: 0..<count)
    checkReading(of: tolerant.root, in: bytes)
    checkPointers(tolerant.root)
    checkWriting(tolerant.root)
    checkEditing(bytes, isWhole: tolerant.fault == nil)
    return 0
}

/// What strict mode reads, tolerant mode reads without fault and just so.
private func checkModes(_ tolerant: JSONDocument, _ strict: JSONDocument?) {
    guard let strict else {
        precondition(tolerant.fault != nil || tolerant.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        return
    }
    precondition(tolerant.fault == nil)
    precondition(written(strict.root) == written(tolerant.root))
}

/// Every value lies inside the one around it, after the one before it.
private func checkRanges(of value: JSONValue, inside outer: Range<Int>) {
    guard value.exists else { return }
    let range = value.byteRange
    precondition(outer.lowerBound <= range.lowerBound && range.upperBound <= outer.upperBound)
    var rest = range
    for member in value.members {
        precondition(rest.lowerBound <= member.keyRange.lowerBound)
        precondition(member.keyRange.upperBound <= member.value.byteRange.lowerBound)
        checkRanges(of: member.value, inside: member.keyRange.upperBound..<range.upperBound)
        rest = member.value.byteRange.upperBound..<range.upperBound
    }
    for element in value.elements {
        checkRanges(of: element, inside: rest)
        rest = element.byteRange.upperBound..<range.upperBound
    }
}

/// A complete value reads the same when it is all there is; but a broken word alone is no document.
private func checkReading(of value: JSONValue, in bytes: [UInt8]) {
    if value.isComplete, !(value.isNull && value.byteRange.count != 4) {
        let alone = try? JSONDocument(Array(bytes[value.byteRange]))
        if !(value.isNull && alone?.fault != nil) {
            precondition(alone.map { written($0.root) } == written(value))
        }
    }
    value.members.forEach { checkReading(of: $0.value, in: bytes) }
    value.elements.forEach { checkReading(of: $0, in: bytes) }
}

/// A value's pointer leads back to it, unless a key before it is the same.
private func checkPointers(_ root: JSONValue) {
    var values = [root]
    for _ in 0..<100 {
        guard let value = values.popLast() else { return }
        let pointer = value.pointer
        precondition(JSONPointer(pointer.description) == pointer)
        precondition(root[pointer].byteRange.lowerBound <= value.byteRange.lowerBound)
        precondition(root[pointer].pointer == pointer)
        _ = (value.string, value.int, value.double, value.flexibleInt, value.text, value.duplicateKeys)
        values += value.members.map(\.value) + value.elements
    }
}

/// What is written reads back whole, and writes the same again.
private func checkWriting(_ root: JSONValue) {
    for layout in [JSONWriter.Layout.compact, .pretty] {
        let bytes = JSONWriter.bytes(layout) { $0.value(root) }
        let again = try? JSONDocument(bytes, mode: .strict)
        precondition(again.map { written($0.root) } == written(root))
    }
}

/// A value set to its own text changes nothing; one removed is gone, and the rest is whole.
private func checkEditing(_ bytes: [UInt8], isWhole: Bool) {
    guard var editor = try? JSONEditor(bytes) else { return precondition(!isWhole) }
    guard let target = target(in: editor.root) else { return }
    let text = String(decoding: bytes[target.byteRange], as: UTF8.self)
    let pointer = target.pointer
    guard (try? editor.set(pointer, to: text)) != nil else { return }
    precondition(editor.bytes == bytes)
    checkAddingAndRemoving(pointer, bytes)
}

private func checkAddingAndRemoving(_ pointer: JSONPointer, _ bytes: [UInt8]) {
    guard var editor = try? JSONEditor(bytes) else { return }
    let count = pointer.parent.map { editor.root[$0].count }
    guard (try? editor.remove(pointer)) != nil, let parent = pointer.parent, let count else { return }
    precondition(editor.root[parent].count == count - 1)
    let added = parent.appending("a new key").appending("below it")
    guard (try? editor.set(added, to: "[1]")) != nil else { return }
    precondition(editor.root[added][0].int == 1)
}

private func target(in root: JSONValue) -> JSONValue? {
    let values = root.members.map(\.value) + root.elements
    guard let value = values.last else { return nil }
    return value.members.map(\.value).first ?? value.elements.first { _ in true } ?? value
}

private func written(_ value: JSONValue) -> [UInt8] {
    JSONWriter.bytes { $0.value(value) }
}
