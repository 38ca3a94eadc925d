internal import CXML2

/// Finds out whether an entity comes to stand for itself, straight or by way of others.
struct EntityLoop {
    typealias LookUp = (UnsafeMutableRawPointer?, UnsafePointer<xmlChar>) -> xmlEntityPtr?

    private let mark: UInt8
    private let context: xmlParserCtxtPtr
    private let lookUp: LookUp

    /// - Parameters:
    ///   - mark: What a reference begins with.
    ///   - context: The parser that knows the entities.
    ///   - lookUp: Finds one by its name.
    init(mark: UInt8, _ context: xmlParserCtxtPtr, _ lookUp: @escaping LookUp) {
        self.mark = mark
        self.context = context
        self.lookUp = lookUp
    }

    /// The name of one that does, among those that an entity leads to.
    func found(from first: xmlEntityPtr?) -> String? {
        guard let first, let name = first.pointee.name.map({ String(cString: $0) }) else { return nil }
        // A path of its own, since those of strangers may be too long for the stack.
        var path = [(name: name, rest: references(in: first)[...])]
        var isOnPath = [name: true]
        while let last = path.indices.last {
            guard let next = path[last].rest.popFirst() else {
                isOnPath[path.removeLast().name] = false
                continue
            }
            if isOnPath[next] == true { return next }
            guard isOnPath[next] == nil, let entity = lookUp(context, next) else { continue }
            isOnPath[next] = true
            path.append((next, references(in: entity)[...]))
        }
        return nil
    }

    /// The names of those that an entity's text refers to.
    private func references(in entity: xmlEntityPtr) -> [String] {
        guard let content = entity.pointee.content else { return [] }
        let text = UnsafeBufferPointer(start: content, count: Int(entity.pointee.length))
        return text.split(separator: mark, omittingEmptySubsequences: false).dropFirst().compactMap { piece in
            piece.firstIndex(of: UInt8(ascii: ";")).map { String(decoding: piece[..<$0], as: UTF8.self) }
        }
    }
}
