import Dispatch
import Testing

@testable import ForageCommand

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Interrupting the program")
struct InterruptionTests {
    @Test("a second Ctrl-C ends the program, even if the first is ignored and every thread is busy")
    func busy() async {
        await #expect(processExitsWith: .exitCode(130)) {
            _ = await Interruption().cancelling(patiently: true) {
                DispatchQueue(label: "person").async {
                    while true {
                        kill(getpid(), SIGINT)
                        usleep(50_000)
                    }
                }
                await withTaskGroup { group in
                    for _ in 0..<64 { group.addTask { while kill(getpid(), 0) == 0 {} } }
                }
            }
        }
    }

    @Test(
        "two quick Ctrl-Cs let the program print its end, even if the work is already over"
    )
    func echo() async {
        await #expect(processExitsWith: .exitCode(3)) {
            await Interruption(echo: .seconds(60)).cancelling(patiently: true) {
                kill(getpid(), SIGINT)
                try? await Task.sleep(for: .seconds(60))
            }
            kill(getpid(), SIGINT)
            usleep(100_000)
            exit(3)
        }
    }

    @Test("after interruptible work, signal handlers are restored")
    func restored() async throws {
        var before = sigaction()
        var after = sigaction()
        sigaction(SIGINT, nil, &before)
        await Interruption().cancelling {}
        sigaction(SIGINT, nil, &after)
        #expect(handler(before) == handler(after))
    }

    private func handler(_ action: sigaction) -> Int {
        #if canImport(Darwin)
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
    }
}
