internal import ForageCore
internal import ForageTransport
internal import Platform
internal import TestDoubles

/// Sends the requests of every test and checks what comes back.
struct TestDriver {
    let stage: Stage
    private static let pause = 3.0

    func results(of suites: [TestSuite]) async -> TestResults {
        let tests = suites.flatMap(\.tests)
        var strict: [String: TestResult] = [:]
        var adapted: [String: TestResult] = [:]
        for (number, test) in tests.enumerated() {
            let (result, error) = await result(of: test, number)
            adapted[test.id] = result
            strict[test.id] = error.map { .failed($0.description) } ?? result
        }
        return TestResults(tests, strict: strict, adapted: adapted)
    }

    /// How a test ended, and the client's own error that stood for an answer in it.
    private func result(of test: CacheTest, _ number: Int) async -> (TestResult, FetchError?) {
        let digits = String(number + 1)
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        let origin = TestOrigin(test, id: id, clock: stage.clock)
        do throws(TestFailure) {
            return (.passed, try await run(test, origin))
        } catch {
            return (error.result, nil)
        }
    }

    private func run(_ test: CacheTest, _ origin: TestOrigin) async throws(TestFailure) -> FetchError? {
        let cache = stage.cache(before: origin)
        var responses: [Response?] = []
        var accepted: FetchError?
        for (index, request) in test.requests.enumerated() {
            let endpoint = endpoint(request, test, index + 1, origin.id, after: responses.last ?? nil)
            switch await answer(to: endpoint, from: cache) {
            case .success(let response):
                try AnswerCheck(request, number: index + 1, id: origin.id).check(response)
                responses.append(response)
            case .failure(let failure) where request.isMetByError:
                accepted = failure
                responses.append(nil)
            case .failure(let failure):
                throw TestFailure(reason: "\(failure)", isSetup: request.expectation.isSetup)
            }
            await cache.finish()
            if request.pausesAfter { stage.clock.advance(by: Self.pause) }
        }
        try OriginCheck(test.requests, responses).check(origin.log)
        return accepted
    }

    private func answer(
        to endpoint: Endpoint, from cache: RequestPipeline
    ) async -> Result<Response, FetchError> {
        do throws(FetchError) {
            let deadline = ContinuousClock.now.advanced(by: .seconds(10))
            return .success(try await cache.fetch(endpoint, for: stage.provider, by: deadline).response)
        } catch {
            return .failure(error)
        }
    }

    private func endpoint(
        _ request: TestRequest, _ test: CacheTest, _ number: Int, _ id: String, after previous: Response?
    ) -> Endpoint {
        let url = WebURL("\(stage.base)/test/\(id)\(request.path)") ?? "http://origin.test/"
        var endpoint = Endpoint.get(url)
        endpoint.method = request.method
        var headers = Headers()
        for header in request.headers { headers.append(header.name, text(of: header, request, previous)) }
        var names: Set<String> = []
        for field in headers.fields where names.insert(field.name.lowercased()).inserted {
            endpoint = endpoint.header(field.name, .text(headers[field.name] ?? ""))
        }
        return endpoint.header("Test-Name", .text(test.id)).header("Test-ID", .text(id))
            .header("Req-Num", .text("\(number)"))
    }

    private func text(of header: TestHeader, _ request: TestRequest, _ previous: Response?) -> String {
        switch header.value {
        case .text(let text): return text
        case .seconds(let seconds):
            let now = stage.clock.now.timeIntervalSince1970
            let base = request.timesFollowPreviousAnswer ? previous?.serverTime ?? now : now
            let isOld = request.datesInRFC850.contains(header.name.lowercased())
            return isOld
                ? TestTime.textInRFC850(base + Double(seconds)) : TestTime.text(base + Double(seconds))
        }
    }
}

extension TestRequest {
    /// Whether any answer would do from a cache whose origin is gone, so that an error is one.
    fileprivate var isMetByError: Bool {
        disconnects && expectation.type == nil && expectation.isStatusStated && expectation.status == nil
    }
}

extension Response {
    /// The origin's time when it answered, in seconds since 1970.
    var serverTime: Double? { headers["Server-Now"].flatMap { Double($0) }.map { $0 / 1000 } }
}
