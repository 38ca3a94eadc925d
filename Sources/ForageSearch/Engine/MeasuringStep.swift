internal import Essentials
internal import ForageCore

/// Measures pictures side by side, no longer than there is time and patience.
///
/// Every host is asked for a few at once. A measurer that does not mind its deadline is passed over like a
/// source that does not.
struct MeasuringStep {
    typealias Results = [WebURL: Result<PixelSize, Unmeasurable>]

    private let measurer: any Measurer
    private let end: ContinuousClock.Instant
    private var waiting: [WebURL]
    private var busy: [WebURL] = []
    private(set) var results: Results = [:]

    private static let greatestCountPerHost = 8
    private static let greatestCount = 32

    init(
        _ urls: [WebURL], measurer: any Measurer, by deadline: ContinuousClock.Instant, within time: Duration
    ) {
        self.measurer = measurer
        end = min(deadline, .now + time)
        var met: Set<WebURL> = []
        waiting = urls.filter { met.insert($0).inserted }
    }

    /// Measures until all have ended or the time is up; what was not measured then says so.
    mutating func run(in group: inout Panel.Group, tell: (WebURL, PixelSize) -> Void) async {
        guard !waiting.isEmpty, .now < end, !Task.isCancelled else { return giveUp() }
        setAlarm(in: &group)
        startSome(in: &group)
        while !busy.isEmpty, await takeSignal(in: &group, tell) { startSome(in: &group) }
        giveUp()
    }

    /// Whether to go on.
    private mutating func takeSignal(
        in group: inout Panel.Group, _ tell: (WebURL, PixelSize) -> Void
    ) async -> Bool {
        switch await group.next() {
        case .measured(let url, let result):
            busy.removeAll { $0 == url }
            results[url] = result
            if case .success(let size) = result { tell(url, size) }
            return true
        case .timeIsUp(let instant): return instant < end && !Task.isCancelled
        case .answered: return true
        case nil: return false
        }
    }

    private func setAlarm(in group: inout Panel.Group) {
        let end = end
        group.addTask {
            try? await Task.sleep(until: end, clock: .continuous)
            return .timeIsUp(end)
        }
    }

    private mutating func startSome(in group: inout Panel.Group) {
        while busy.count < Self.greatestCount, let index = waiting.firstIndex(where: mayStart) {
            start(waiting.remove(at: index), in: &group)
        }
    }

    private func mayStart(_ url: WebURL) -> Bool {
        busy.count { $0.origin == url.origin } < Self.greatestCountPerHost
    }

    private mutating func start(_ url: WebURL, in group: inout Panel.Group) {
        busy.append(url)
        let measurer = measurer
        let timeToWords = min((end - .now) / 20, .milliseconds(100))
        let deadline = end - timeToWords
        group.addTask {
            do throws(Unmeasurable) {
                return .measured(url, .success(try await measurer.size(of: url, by: deadline)))
            } catch {
                return .measured(url, .failure(error))
            }
        }
    }

    private mutating func giveUp() {
        for url in busy + waiting {
            results[url] = .failure(.late(url))
        }
        (busy, waiting) = ([], [])
    }
}
