internal import ForageCore
internal import Platform
internal import Synchronization
internal import TestDoubles

/// The origin of one test: answers each request as the test says, and writes down what it saw.
final class TestOrigin: Sendable {
    struct Seen {
        let number: Int
        let method: String
        let headers: Headers
        /// The fields that it answered with and that the client is to see.
        let checked: [Headers.Field]
    }

    /// What goes over the wire.
    struct Answer {
        var status = 200
        var headers = Headers()
        var body: [UInt8] = []
        var isDisconnected = false
    }

    private struct State {
        var log: [Seen] = []
        var sent: [Int: Headers] = [:]
    }

    let id: String
    private let requests: [TestRequest]
    private let clock: ManualClock
    private let state = Mutex(State())

    init(_ test: CacheTest, id: String, clock: ManualClock) {
        self.id = id
        self.clock = clock
        requests = test.requests
    }

    var log: [Seen] { state.withLock { $0.log } }

    func answer(_ method: String, _ target: String, _ headers: Headers) -> Answer {
        state.withLock { state in
            let number = headers["Req-Num"].flatMap { Int($0) } ?? state.log.count + 1
            guard requests.indices.contains(number - 1) else { return Answer(status: 409) }
            let request = requests[number - 1]
            clock.advance(by: request.responsePause)
            var answer = Answer(status: request.status ?? 200)
            if request.expectation.type.isValidation {
                answer.status = Self.isConfirmed(headers, state.sent[number - 1]) ? 304 : 999
            }
            let own = ownHeaders(of: request, target)
            state.sent[number] = own.all
            state.log.append(Seen(number: number, method: method, headers: headers, checked: own.checked))
            answer.headers = own.all
            answer.headers.append("Server-Base-Url", target)
            answer.headers.append("Server-Request-Count", "\(state.log.count)")
            answer.headers.append("Client-Request-Count", "\(number)")
            answer.headers.append("Server-Now", "\(Int(clock.now.timeIntervalSince1970 * 1000))")
            answer.headers.append(
                "Request-Numbers", state.log.map { "\($0.number)" }.joined(separator: " "))
            answer.isDisconnected = request.disconnects
            if answer.status != 204, answer.status != 304, method != "HEAD" {
                answer.body = Array((request.responseBody ?? id).utf8)
            }
            return answer
        }
    }

    private static func isConfirmed(_ headers: Headers, _ previous: Headers?) -> Bool {
        guard let previous else { return false }
        if let time = headers["If-Modified-Since"], time == previous["Last-Modified"] { return true }
        return headers["If-None-Match"].map { $0 == previous["ETag"] } ?? false
    }

    private func ownHeaders(
        of request: TestRequest, _ target: String
    ) -> (all: Headers, checked: [Headers.Field]) {
        var all = Headers()
        var checked: [Headers.Field] = []
        for header in request.responseHeaders {
            let value = text(of: header, request, target)
            all.append(header.name, value)
            if header.isChecked { checked.append(Headers.Field(header.name, value)) }
        }
        if all["Content-Type"] == nil { all.append("Content-Type", "text/plain") }
        if all["Date"] == nil { all.append("Date", HTTPDate(clock.now).description) }
        return (all, checked)
    }

    private func text(of header: TestHeader, _ request: TestRequest, _ target: String) -> String {
        let name = header.name.lowercased()
        switch header.value {
        case .seconds(let seconds):
            let time = clock.now.timeIntervalSince1970 + Double(seconds)
            return request.datesInRFC850.contains(name) ? TestTime.textInRFC850(time) : TestTime.text(time)
        case .text(let text):
            guard request.locationsAreOwn, ["location", "content-location"].contains(name) else {
                return text
            }
            return text.isEmpty ? target : "\(target)/\(text)"
        }
    }
}

extension TestExpectation.AnswerType? {
    var isValidation: Bool { self == .tagValidated || self == .timeValidated }
}
