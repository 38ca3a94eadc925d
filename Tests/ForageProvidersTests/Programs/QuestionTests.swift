import ForageCore
import Platform
import Testing

@testable import ForageProviders

@Suite("Questions to a program")
struct QuestionTests {
    @Test("a question is one line with all parameters of the hook", arguments: lines)
    func line(question: Question, line: String) {
        #expect(String(decoding: question.line, as: UTF8.self) == line)
    }

    static let page = PageRequest(size: 20, cursor: "c2")
    static let lines: [(Question, String)] = [
        (.describe, #"{"do":"describe","protocol":1}"#),
        (
            .endpoint(.search(Samples.query("barn owl"), PageRequest(size: 20))),
            #"{"do":"endpoint","request":{"kind":"search","text":"barn owl","order":"relevance","filters":{"content":"safe"},"size":20}}"#
        ),
        (
            .endpoint(.search(Samples.query("owl", filters: filters), page)),
            #"{"do":"endpoint","request":{"kind":"search","text":"owl","order":"relevance","filters":{"#
                + #""after":"2024-05-31","hue":"black_and_white","kind":["photo","topic"],"#
                + #""min-size":"800x600","orientation":"landscape","content":"safe"},"size":20,"cursor":"c2"}}"#
        ),
        (
            .endpoint(.browse(Browse(day: CalendarDay("2024-05-31")), page)),
            #"{"do":"endpoint","request":{"kind":"browse","day":"2024-05-31","filters":{"content":"safe"},"size":20,"cursor":"c2"}}"#
        ),
        (
            .endpoint(.details(ItemID(provider: "sample", local: "a b"))),
            #"{"do":"endpoint","request":{"kind":"details","id":"a b"}}"#
        ),
        (
            .decode(response, .details(ItemID(provider: "sample", local: "7"))),
            #"{"do":"decode","request":{"kind":"details","id":"7"},"response":{"status":200,"#
                + #""url":"https://api.sample.example/7","headers":[["X-Total","2"],["X-Total","3"]],"#
                + #""body":"line\none \"ü\"","whole":true,"following":[{"status":404,"headers":[],"base64":"//4=","#
                + #""whole":false}]}}"#
        ),
    ]

    static let filters: [Filter] = [
        .kinds([.topic, .photo]), .orientation(.landscape), .hue(.blackAndWhite),
        .publishedSince(Date(timeIntervalSince1970: 1_717_113_600)),
        PixelSize(width: 800, height: 600).map(Filter.minimumSize),
    ].compactMap(\.self)

    static let response = {
        var headers = Headers()
        headers.append("X-Total", "2")
        headers.append("X-Total", "3")
        var response = Response(
            url: "https://api.sample.example/7", headers: headers, body: Array("line\none \"ü\"".utf8))
        response.following = [Response(status: 404, body: [0xFF, 0xFE], completeness: .cutOff)]
        return response
    }()
}
