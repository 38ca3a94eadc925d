/// When it is looked whether the beginning of a body that has come is enough: once its server pauses, or takes long over
/// it. A rest that keeps coming is worth having: then all can be kept, and the connection as well.
///
/// Each look is the engine's work, on which every other transfer waits, so there are few.
struct BodyWatch {
    /// When the next look is due; nil where nothing has come since the last one, or no more are to be.
    private(set) var nextLook: ContinuousClock.Instant?

    private let isEnough: @Sendable ([UInt8]) -> Bool
    private var start: ContinuousClock.Instant?
    private var patience = Duration.seconds(1)
    private var seenByteCount = 0

    /// A server that sends nothing for this long keeps the rest back.
    private static let pause = Duration.milliseconds(200)
    private static let greatestPatience = Duration.seconds(8)

    init(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) { self.isEnough = isEnough }

    /// Takes note that more has come.
    mutating func note(_ byteCount: Int, at now: ContinuousClock.Instant) {
        let start = start ?? now
        self.start = start
        // What told nothing tells nothing with a few bytes more.
        guard patience <= Self.greatestPatience, byteCount > seenByteCount + seenByteCount / 2 else { return }
        nextLook = min(now + Self.pause, max(now, start + patience))
    }

    /// Whether a look is due and finds that it is enough.
    mutating func hasEnough(_ body: [UInt8], at now: ContinuousClock.Instant) -> Bool {
        guard let time = nextLook, time <= now else { return false }
        nextLook = nil
        seenByteCount = body.count
        patience *= 2
        return isEnough(body)
    }
}
