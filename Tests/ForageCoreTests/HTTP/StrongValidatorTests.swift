import ForageCore
import Testing

@Suite("Strong validators")
struct StrongValidatorTests {
    @Test(
        "only a strong validator is used",
        arguments: [
            (["ETag": "\"a\""], "\"a\""), (["ETag": "W/\"a\""], nil), (["ETag": "a"], nil),
            (
                ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT"],
                "Sun, 06 Nov 1994 08:49:37 GMT"
            ),
            (
                ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:50 GMT"],
                nil
            ),
            (
                [
                    "ETag": "W/\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
                    "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
                ], nil
            ),
            ([:], nil),
        ] as [(Headers, String?)])
    func validators(headers: Headers, expected: String?) {
        #expect(StrongValidator(headers)?.text == expected)
    }
}
