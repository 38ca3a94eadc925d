#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A numeric address of a computer: IPv4 or IPv6.
package struct NumericAddress: Hashable, Sendable {
    /// The bytes of an IPv6 address, in which an IPv4 address is mapped.
    fileprivate let bytes: [UInt8]
    fileprivate let isShort: Bool

    /// Reads an address; nil if it is not numeric.
    package init?(_ text: String) {
        var (short, long) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &short) == 1 {
            bytes = Self.prefix + withUnsafeBytes(of: &short) { Array($0) }
        } else if inet_pton(AF_INET6, text, &long) == 1 {
            bytes = withUnsafeBytes(of: &long) { Array($0) }
        } else {
            return nil
        }
        isShort = bytes.starts(with: Self.prefix)
    }

    /// The beginning of an IPv6 address that stands for an IPv4 address.
    private static let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}

/// A range of numeric addresses, such as `10.0.0.0/8`.
package struct AddressRange: Hashable, Sendable {
    private let first: NumericAddress
    private let bitCount: Int

    /// Reads a range in CIDR notation, or a single address; nil if it is neither.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = NumericAddress(String(parts[0])) else { return nil }
        let greatest = first.isShort ? 32 : 128
        guard let bitCount = parts.count == 2 ? Int(parts[1]) : greatest, 0...greatest ~= bitCount else {
            return nil
        }
        self.first = first
        self.bitCount = first.isShort ? bitCount + 96 : bitCount
    }

    /// Returns true if an address is in the range.
    package func contains(_ address: NumericAddress) -> Bool {
        (0..<bitCount).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return (address.bytes[bit / 8] ^ first.bytes[bit / 8]) & mask == 0
        }
    }
}
