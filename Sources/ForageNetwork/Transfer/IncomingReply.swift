/// A reply while it arrives, held to its limits. Whatever is taken after `false` would be too much.
struct IncomingReply {
    /// The lines of the newest head as they came; an interim one (103 Early Hints) is replaced by the next.
    private(set) var head: [UInt8] = []
    private(set) var body: [UInt8] = []
    private(set) var isHeadWhole = false
    private(set) var excess: Excess?
    private let bodyLimit: Int
    private var lineCount = 0

    enum Excess {
        case head, body
    }

    static let headByteLimit = 64 * 1024
    static let headLineLimit = 256

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Takes one line of the head with its line end. Lines behind the body, its trailers, are passed over.
    mutating func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
        guard body.isEmpty else { return true }
        if isHeadWhole {
            guard line.starts(with: "HTTP/".utf8) else { return true }
            startHead()
        }
        lineCount += 1
        guard lineCount <= Self.headLineLimit, head.count + line.count <= Self.headByteLimit else {
            excess = .head
            return false
        }
        head.append(contentsOf: line)
        isHeadWhole = line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        return true
    }

    /// Makes room at once for a body whose length was told.
    mutating func expectBody(ofByteCount count: Int) {
        body.reserveCapacity(min(bodyLimit, max(0, count)))
    }

    /// Takes the next bytes of the unpacked body, as many as the limit allows.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = bodyLimit - body.count
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
        if bytes.count > room { excess = .body }
        return excess == nil
    }

    private mutating func startHead() {
        head.removeAll(keepingCapacity: true)
        lineCount = 0
        isHeadWhole = false
    }
}
