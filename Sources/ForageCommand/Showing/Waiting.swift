internal import ForageCore

/// Says who is waited for while a search goes on.
struct Waiting: Sendable {
    private var stillOut: StillOut
    private var progress: Progress

    init(_ stillOut: StillOut, _ invocation: Invocation) {
        self.stillOut = stillOut
        progress = Progress(invocation.terminal, invocation.pipes)
    }

    mutating func take(_ event: SearchEvent) {
        stillOut.take(event)
        progress.say(waitingFor: stillOut)
    }

    mutating func clear() { progress.clear() }
}
