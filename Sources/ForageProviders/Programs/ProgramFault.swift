internal import ForageCore
internal import Platform

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

    init(obstacle: String) { description = "its program cannot be started: \(obstacle)" }

    init(_ fault: CannotStart) { description = "its program cannot be used: \(fault)" }

    init(_ fault: ExchangeFault, _ limits: Program.Limits) {
        switch fault {
        case .timedOut:
            self.init("took longer than \(limits.patience.components.seconds) s and was stopped")
            isSilence = true
        case .tooLong(let limit, let beginning):
            self.init(
                "answered with more than \(limit) bytes and was stopped; they begin with \(beginning.quoted)")
        case .unasked(let beginning):
            self.init("wrote something that it was not asked for: \(beginning.quoted)")
        case .tooMany(let limit): self.init("was more than \(limit) processes at once and was stopped")
        case .ended(let ending, let complaint):
            let last = complaint.split(whereSeparator: \.isNewline).last.map(String.init)
            if let last, ending.isOfShell, last.hasPrefix("\(Program.shellName): ") {
                self.init(
                    obstacle: "the system cannot run it; is the interpreter that its first line names there?")
            } else {
                let silence = ending.isByItself ? " and said nothing" : ""
                self.init(ending.words(limits) + (last.map { ": \($0)" } ?? silence))
            }
        }
    }

    init(_ fault: WireFault) { self.init("answered what cannot be used: \(fault)") }
}

extension Ending {
    /// What a program did that ended so.
    fileprivate func words(_ limits: Program.Limits) -> String {
        switch self {
        case .overtime: "computed for longer than \(limits.greatestProcessorTime) s and was stopped"
        case .stopped: "closed its output without an answer and was stopped"
        case .status, .signal: description
        }
    }

    fileprivate var isByItself: Bool { self != .stopped && self != .overtime }

    /// Whether a shell ends so that cannot become the program.
    fileprivate var isOfShell: Bool { [.status(126), .status(127)].contains(self) }
}

extension [UInt8] {
    /// What a program wrote, short and with nothing in it that a terminal would obey.
    var quoted: String { String(decoding: self, as: UTF8.self).quoted }
}
