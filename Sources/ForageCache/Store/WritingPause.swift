/// The while in which nothing is written, after something could not be: what was in the way mostly stays for longer.
struct WritingPause {
    private var end: ContinuousClock.Instant?

    var isOn: Bool { end.map { .now < $0 } ?? false }

    mutating func begin(for duration: Duration) { end = .now + duration }
}
