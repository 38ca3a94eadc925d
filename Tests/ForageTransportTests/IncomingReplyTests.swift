import ForageCore
import Testing

@testable import ForageTransport

struct IncomingReplyTests {
    @Test("an interim head is replaced by the next")
    func interimHead() {
        var reply = IncomingReply(bodyLimit: 10)
        reply.takeLines("HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n")
        #expect(reply.isHeadWhole)
        reply.takeLines("HTTP/1.1 200 OK\r\n", "A: 1\r\n")
        #expect(!reply.isHeadWhole)
        reply.takeLines("\r\n")
        #expect(reply.isHeadWhole)
        #expect(ReplyHead(reply.head)?.status == 200)
        #expect(ReplyHead(reply.head)?.headers == ["A": "1"])
    }

    @Test("trailers are ignored", arguments: ["body", ""])
    func trailers(body: String) {
        var reply = IncomingReply(bodyLimit: 10)
        reply.takeLines("HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n")
        let head = reply.head
        _ = reply.takeBody(body)
        reply.takeLines("Location: http://elsewhere.example/\r\n")
        #expect(reply.head == head)
        #expect(reply.isHeadWhole)
    }

    @Test("a body is accepted up to its limit")
    func bodyLimit() {
        var reply = IncomingReply(bodyLimit: 6)
        let accepted = [reply.takeBody("abcd"), reply.takeBody("ef"), reply.takeBody("g")]
        #expect(accepted == [true, true, false])
        #expect(reply.excess == .body)
        #expect(reply.body == Array("abcdef".utf8))
    }

    @Test("a head with too many lines or bytes is refused and not stored")
    func headLimit() {
        var many = IncomingReply(bodyLimit: 1)
        many.takeLines("HTTP/1.1 200 OK\r\n")
        let accepted = (0...IncomingReply.headLineLimit).map { many.takeHeadLine("A: \($0)\r\n") }
        #expect(accepted.last == false)
        #expect(many.excess == .head)

        var long = IncomingReply(bodyLimit: 1)
        long.takeLines("HTTP/1.1 200 OK\r\n")
        let isAccepted = long.takeHeadLine("A: " + String(repeating: "a", count: IncomingReply.headByteLimit))
        #expect(!isAccepted)
        #expect(long.excess == .head)
        #expect(long.head.count < 100)
    }

    @Test(
        "a first line that is not a final status line is refused",
        arguments: [
            "", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 103 Early Hints", "200 OK",
            "GET / HTTP/1.1",
        ])
    func statusLines(line: String) {
        #expect(ReplyHead(Array("\(line)\r\nA: 1\r\n\r\n".utf8)) == nil)
    }

    @Test("fields keep their order and spelling, and lines without a name are left out")
    func fields() throws {
        let text =
            "HTTP/2 404\r\nX-b:  2 \r\nno colon\r\n bad name: 1\r\na: \u{1}\r\nSet-Cookie: a\r\nset-cookie: b\r\n\r\nlate: 1\r\n"
        let head = try #require(ReplyHead(Array(text.utf8)))
        #expect(head.status == 404)
        #expect(head.headers.fields.map(\.name) == ["X-b", "a", "Set-Cookie", "set-cookie"])
        #expect(head.headers.fields.map(\.value) == ["2", "", "a", "b"])
    }

    @Test(
        "a field is read whole in any layout",
        arguments: [
            ("A: 1,\r\n\t2\r\n", "1, 2"), ("A:\r\n  1\r\n \r\n 2\r\n", "1  2"), ("A : 1\r\n", "1"),
            ("A: 1\r, 2\r\n", "1 , 2"), ("A: 1\u{0}2\r\n", "1 2"), ("A: 1\tb\r\n", "1\tb"),
        ])
    func layout(lines: String, value: String) throws {
        let head = try #require(ReplyHead(Array("HTTP/1.1 200 OK\r\n\(lines)B: 2\r\n\r\n".utf8)))
        #expect(head.headers == ["A": value, "B": "2"])
    }
}

extension IncomingReply {
    fileprivate mutating func takeLines(_ lines: String...) {
        for line in lines {
            let isAccepted = takeHeadLine(line)
            #expect(isAccepted)
        }
    }

    fileprivate mutating func takeHeadLine(_ line: String) -> Bool {
        Array(line.utf8).withUnsafeBytes { takeHeadLine($0) }
    }

    fileprivate mutating func takeBody(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { takeBody($0) }
    }
}
