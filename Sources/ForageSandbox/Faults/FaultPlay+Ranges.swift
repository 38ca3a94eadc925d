internal import HTTPServer

/// What goes wrong with parts of files. Who made the file sees no range then; the part is made here.
extension FaultPlay {
    /// The header fields that the played host sees.
    var seenHeaders: HTTPFields {
        var headers = request.headers
        if faults.contains(where: \.isAboutRanges) {
            headers["Range"] = nil
            headers["If-Range"] = nil
        }
        return headers
    }

    func changeRange(of response: inout HTTPServerResponse, by fault: Fault) {
        guard let range = request.headers["Range"].flatMap(BodyRange.init), response.status == 200,
            case .bytes(let bytes) = response.body
        else { return }
        switch fault {
        case .refusesRange(let status):
            response.status = status
            response.body = .bytes([])
        case .wrongRange: response.send(bytes, from: 1)
        case .changed: response.change(bytes)
        case .mixed:
            response.change(bytes)
            if let part = range.part(of: bytes.count) { response.send(bytes.changed, from: part.lowerBound) }
        default: break
        }
    }
}

extension Fault {
    fileprivate var isAboutRanges: Bool {
        switch self {
        case .ignoresRange, .refusesRange, .wrongRange, .changed, .mixed: true
        default: false
        }
    }
}

extension HTTPServerResponse {
    /// Makes it the answer for a file that came in the other's place.
    fileprivate mutating func change(_ bytes: [UInt8]) {
        headers["ETag"] = "\"changed\""
        body = .bytes(bytes.changed)
    }

    fileprivate mutating func send(_ bytes: [UInt8], from start: Int) {
        status = 206
        headers["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        body = .bytes(Array(bytes[start...]))
    }
}

extension [UInt8] {
    /// A file of the same length that ends otherwise.
    fileprivate var changed: [UInt8] { dropLast() + [(last ?? 0) ^ 0xFF] }
}
