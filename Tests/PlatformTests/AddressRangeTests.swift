import Platform
import Testing

@Suite("Ranges of numeric addresses")
struct AddressRangeTests {
    @Test(
        "a range contains the addresses with the same first bits",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
            ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
            ("::1", "::1", true), ("::/0", "2001:db8::1", true),
            // A server on both kinds of addresses sees IPv4 clients as mapped ones.
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
        ])
    func contains(range: String, address: String, isInside: Bool) throws {
        let (range, address) = (try #require(AddressRange(range)), try #require(NumericAddress(address)))
        #expect(range.contains(address) == isInside)
    }

    @Test(
        "other texts are refused",
        arguments: [
            "", "owl", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "::1/129", "1.2.3.4/8/8",
        ])
    func refused(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
