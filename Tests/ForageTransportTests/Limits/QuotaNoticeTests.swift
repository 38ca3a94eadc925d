import ForageCore
import Platform
import Testing

@testable import ForageTransport

struct QuotaNoticeTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("rate-limit headers are read in every spelling")
    func spellings() {
        let unsplash: Headers = ["X-Ratelimit-Limit": "50", "X-Ratelimit-Remaining": "49"]
        #expect(QuotaNotice(unsplash, at: now) == QuotaNotice(limit: 50, remaining: 49))
        let draft: Headers = [
            "RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "7", "RateLimit-Reset": "30",
        ]
        #expect(QuotaNotice(draft, at: now) == QuotaNotice(limit: 100, remaining: 7, reset: now + 30))
        let epoch: Headers = ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000090"]
        #expect(QuotaNotice(epoch, at: now) == QuotaNotice(remaining: 0, reset: now + 90))
    }

    @Test(
        "invalid headers are ignored",
        arguments: [
            [:], ["X-RateLimit-Limit": "50"], ["X-RateLimit-Remaining": "many"],
            ["X-RateLimit-Remaining": ""], ["X-RateLimit-Remaining": "-1"],
            ["X-RateLimit-Remaining": "99999999999999999999"],
        ] as [Headers])
    func nonsense(headers: Headers) { #expect(QuotaNotice(headers, at: now) == nil) }

    @Test(
        "a reset time in the past or far in the future is ignored",
        arguments: ["0", "5", "1699999999", "4000000000"])
    func reset(text: String) {
        let headers: Headers = ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": text]
        let reset = QuotaNotice(headers, at: now)?.reset
        #expect(reset == (text == "5" ? now + 5 : nil))
    }
}
