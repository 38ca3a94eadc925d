internal import Bytes

/// The bytes of addresses, of which answers hold thousands: most are nothing but what every address may hold, with
/// a host in lower case.
extension Span<UInt8> {
    /// Whether there is nothing that would have to be encoded.
    var isAddress: Bool {
        guard count >= 8 else { return allSatisfy(\.mayStandInAddress) }
        var place = 0
        while place + 8 < count {
            if !isAddress(at: place) { return false }
            place += 8
        }
        return isAddress(at: count - 8)
    }

    /// Whether the next eight bytes may stand in an address.
    @inline(__always)
    private func isAddress(at place: Int) -> Bool {
        eightBytes(at: place).isAddress || extracting(place..<place + 8).allSatisfy(\.mayStandInAddress)
    }

    /// Skips what is certainly part of a path, eight bytes at a time.
    func skippingPath(from start: Int) -> Int {
        var place = start
        while place + 8 <= count, !eightBytes(at: place).mayEndPath { place += 8 }
        return place
    }

    /// How far an origin goes that is regular as it stands: without a port, and with a path behind it.
    var plainOriginByteCount: Int? {
        let start = holds("https://", at: 0) ? 8 : holds("http://", at: 0) ? 7 : count
        guard let end = firstIndex(from: start, where: { !$0.mayStandInPlainName }),
            self[end] == UInt8(ascii: "/"),
            (1...255).contains(end - start)
        else { return nil }
        return end
    }
}

extension UInt64 {
    /// Whether there is a question mark or a hash, as in a few bytes that are neither.
    fileprivate var mayEndPath: Bool {
        (places(of: UInt8(ascii: "?")) | places(of: UInt8(ascii: "#"))).findings != 0
    }

    /// Whether each byte may stand in an address, as far as that can be told of all at once.
    fileprivate var isAddress: Bool {
        // One of < > \\ ^ | and ~, whose other bits are the same.
        let brackets = (self & .each(0x9D)).places(of: 0x1C)
        let quotes = places(of: UInt8(ascii: "\"")) | places(of: UInt8(ascii: "`"))
        let belowOrBeyond = (self &- .each(0x21)) | self | (self &+ .each(0x05))
        return (quotes | brackets | belowOrBeyond).findings == 0
    }
}

extension UInt8 {
    var mayStandInAddress: Bool {
        switch self {
        // Nearly all that addresses hold; from the hyphen to the semicolon lie the point, the slash and the digits.
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-")...UInt8(ascii: ";"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        case 0...UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "{")...UInt8(ascii: "}"), 0x7F...:
            false
        default: true
        }
    }

    fileprivate var mayStandInPlainName: Bool {
        isLowercaseLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }

    var mayStandInName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }

    var endsPath: Bool { self == UInt8(ascii: "?") || self == UInt8(ascii: "#") }
    var endsAuthority: Bool { self == UInt8(ascii: "/") || endsPath }
}
