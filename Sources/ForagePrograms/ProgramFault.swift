internal import Processes

/// Why a program is of no use as a provider for the moment.
struct ProgramFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for people, without its full stop, such as can stand behind "its program".
    let description: String
    /// Whether it said nothing at all: none would, if it were asked again.
    private(set) var isSilence = false

    var asSilence: ProgramFault {
        var fault = self
        fault.isSilence = true
        return fault
    }

    init(_ reason: String) { description = "its program \(reason)" }

    init(_ fault: CannotStart) { description = "its program cannot be used: \(fault)" }

    init(_ fault: ExchangeFault, patience: Duration) {
        switch fault {
        case .timedOut:
            self.init("took longer than \(patience.components.seconds) s and was stopped")
            isSilence = true
        case .tooLong(let limit): self.init("answered with more than \(limit) bytes and was stopped")
        case .unasked: self.init("wrote something that it was not asked for")
        case .ended(let ending, let complaint):
            let last = complaint.split(whereSeparator: \.isNewline).last
            self.init(ending.description + (last.map { ": \($0)" } ?? " and said nothing"))
        }
    }

    init(_ fault: WireFault) { self.init("answered what cannot be used: \(fault)") }
}
