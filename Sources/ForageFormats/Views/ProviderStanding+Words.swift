internal import Essentials
internal import ForageCore

extension ProviderStanding {
    /// How a provider stands, for people: why it is not asked, what is left of its quota, how it last went.
    func sentences(at now: Date) -> [String] {
        let pause = pause(at: now).map { "not asked for \($0.end.time(since: now)): \($0.reason)" }
        let quota = quota.flatMap { quota in
            quota.reset > now
                ? "\(quota.remaining) of \(quota.limit.of("request")) left for \(quota.reset.time(since: now))"
                : nil
        }
        let last = last.map { "\(now.time(since: $0.date)) ago: \($0.words)" }
        return [pause, quota, last].compactMap(\.self)
    }

    /// What is left of its quota, of how much: `46/50`.
    func allowance(at now: Date) -> String? {
        quota.flatMap { $0.reset > now ? "\($0.remaining)/\($0.limit)" : nil }
    }

    /// What is left of its quota, as `docs/output.md` describes it.
    func quotaRecord(at now: Date) -> Record? {
        quota.flatMap { quota in
            guard quota.reset > now else { return nil }
            return Record([
                "limit": .whole(quota.limit), "remaining": .whole(quota.remaining),
                "reset": .text(quota.reset.iso8601),
            ])
        }
    }

    /// How it last went, as `docs/output.md` describes it.
    var lastRecord: Record? {
        last.map { last in
            Record([
                "date": .text(last.date.iso8601),
                "result": .text(last.isAnswer ? "answered" : "failed"),
                "text": .text(last.words),
            ])
        }
    }
}

extension Date {
    /// How long ago another time is, in words.
    fileprivate func time(since other: Date) -> String {
        Duration.seconds(max(0, timeIntervalSince(other))).inWords
    }
}
