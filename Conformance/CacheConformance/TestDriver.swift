internal import Essentials
internal import ForageCache
internal import ForageCore
internal import ForageTesting

/// Sends the requests of every test and checks what comes back.
struct TestDriver {
    let stage: Stage
    private static let pause = 3.0

    func results(of suites: [TestSuite]) async -> TestResults {
        let tests = suites.flatMap(\.tests)
        var strict: [String: TestResult] = [:]
        var adapted: [String: TestResult] = [:]
        for (number, test) in tests.enumerated() {
            strict[test.id] = await result(of: test, number, acceptsErrors: false)
            adapted[test.id] = await result(of: test, number, acceptsErrors: true)
        }
        return TestResults(tests, strict: strict, adapted: adapted)
    }

    private func result(of test: CacheTest, _ number: Int, acceptsErrors: Bool) async -> TestResult {
        let digits = String(number + 1)
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        let origin = TestOrigin(test, id: id, clock: stage.clock)
        do throws(TestFailure) {
            try await run(test, origin, acceptsErrors)
            return .passed
        } catch {
            return error.result
        }
    }

    private func run(
        _ test: CacheTest, _ origin: TestOrigin, _ acceptsErrors: Bool
    ) async throws(TestFailure) {
        let cache = stage.cache(before: origin)
        var responses: [Response?] = []
        for (index, request) in test.requests.enumerated() {
            let previous = responses.last ?? nil
            let endpoint = endpoint(request, test, index + 1, origin.id, after: previous)
            let check = AnswerCheck(request, number: index + 1, id: origin.id)
            switch await answer(to: endpoint, from: cache) {
            case .success(let response):
                try check.check(response)
                responses.append(response)
            case .failure(let failure):
                let isRight = acceptsErrors && request.disconnects && !request.expectation.isStatusStated
                let isAnyStatus = acceptsErrors && request.disconnects && request.expectation.status == nil
                guard isRight && request.expectation.type == nil || isAnyStatus else {
                    throw TestFailure(reason: "\(failure)", isSetup: request.expectation.isSetup)
                }
                responses.append(nil)
            }
            await cache.finishBackgroundWork()
            if request.pausesAfter { stage.clock.advance(by: Self.pause) }
        }
        try OriginCheck(test.requests, responses).check(origin.log)
    }

    private func answer(
        to endpoint: Endpoint, from cache: CachingFetcher
    ) async -> Result<Response, FetchFailure> {
        do throws(FetchFailure) {
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

extension Response {
    /// The origin's time when it answered, in seconds since 1970.
    var serverTime: Double? { headers["Server-Now"].flatMap { Double($0) }.map { $0 / 1000 } }
}
