internal import ForageCore
internal import Platform

/// Measures pictures concurrently, from the first answer on and within a time limit.
///
/// Each host receives only a few requests at once. A measurer that ignores its deadline is abandoned, like a source
/// that does.
struct Measuring {
    private let measurer: any Measurer
    private let clock: SleepTimer
    private var waiting: [Picture] = []
    private var busy: Set<WebURL> = []
    private var busyCounts: [Origin: Int] = [:]
    private var end = ContinuousClock.now
    /// The results of finished measurements.
    private(set) var results: [WebURL: Result<PixelSize, MeasuringError>] = [:]

    private struct Picture {
        let url: WebURL
        let origin: Origin
    }

    private static let greatestCountPerHost = 8
    private static let greatestCount = 32

    init(by measurer: any Measurer, _ clock: SleepTimer) {
        self.measurer = measurer
        self.clock = clock
    }

    /// Begins to measure pictures that will probably be shown, while sources are still working.
    mutating func begin(
        _ urls: [WebURL], by deadline: ContinuousClock.Instant, in group: inout SourceGroup.Group
    ) {
        end = deadline
        var known = busy.union(waiting.map(\.url))
        for url in urls where results[url] == nil && known.insert(url).inserted {
            waiting.append(Picture(url: url, origin: url.origin))
        }
        startSome(in: &group)
    }

    /// Notes a finished measurement and begins the next.
    mutating func note(
        _ result: Result<PixelSize, MeasuringError>, of url: WebURL, in group: inout SourceGroup.Group
    ) {
        if busy.remove(url) != nil { busyCounts[url.origin, default: 1] -= 1 }
        results[url] = result
        startSome(in: &group)
    }

    /// Measures until all wanted pictures are finished or the time is up; an unfinished picture gets an error that
    /// states so.
    ///
    /// Sizes are reported in the order of the wanted pictures, so that nothing depends on the speed of servers.
    mutating func finish(
        _ wanted: [WebURL], by deadline: ContinuousClock.Instant, in group: inout SourceGroup.Group,
        tell: (WebURL, PixelSize) -> Void
    ) async {
        waiting = []
        // A cancelled search needs no sizes, so its result must not depend on how many were already known.
        if Task.isCancelled { results = [:] }
        begin(wanted, by: deadline, in: &group)
        var untold = wanted[...]
        tellWhatIsKnown(of: &untold, tell)
        if !untold.isEmpty { setAlarm(in: &group) }
        while !untold.isEmpty, await takeSignal(in: &group) { tellWhatIsKnown(of: &untold, tell) }
        for url in untold where results[url] == nil {
            results[url] = .failure(Task.isCancelled ? .interrupted : .late(url))
        }
        tellWhatIsKnown(of: &untold, tell)
        waiting = []
    }

    private func tellWhatIsKnown(of untold: inout ArraySlice<WebURL>, _ tell: (WebURL, PixelSize) -> Void) {
        while let url = untold.first, let result = results[url] {
            if case .success(let size) = result { tell(url, size) }
            untold.removeFirst()
        }
    }

    /// Takes the next signal; returns false if the measurement should stop.
    private mutating func takeSignal(in group: inout SourceGroup.Group) async -> Bool {
        guard .now < end, !Task.isCancelled else { return false }
        let signal = await group.next()
        // If the search was cancelled in the meantime, ignore the signal.
        guard !Task.isCancelled else { return false }
        switch signal {
        case .measured(let url, let result): note(result, of: url, in: &group)
        case .deadlineReached(let instant): return instant < end
        case .answered: break
        case nil: return false
        }
        return true
    }

    private func setAlarm(in group: inout SourceGroup.Group) {
        group.addTask { [clock, end] in
            await clock.sleep(until: end)
            return .deadlineReached(end)
        }
    }

    private mutating func startSome(in group: inout SourceGroup.Group) {
        guard .now < end, !Task.isCancelled else { return }
        while busy.count < Self.greatestCount, let index = waiting.firstIndex(where: mayStart) {
            start(waiting.remove(at: index), in: &group)
        }
    }

    private func mayStart(_ picture: Picture) -> Bool {
        busyCounts[picture.origin, default: 0] < Self.greatestCountPerHost
    }

    private mutating func start(_ picture: Picture, in group: inout SourceGroup.Group) {
        let url = picture.url
        busy.insert(url)
        busyCounts[picture.origin, default: 0] += 1
        let measurer = measurer
        let timeToWords = min((end - .now) / 20, .milliseconds(100))
        let deadline = end - timeToWords
        group.addTask {
            do throws(MeasuringError) {
                return .measured(url, .success(try await measurer.size(of: url, by: deadline)))
            } catch {
                return .measured(url, .failure(error))
            }
        }
    }
}
