import Testing

@testable import Platform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Exchanging lines with a program")
struct LineChannelTests {
    @Test("a line is sent and one received, even if it is longer than a pipe's buffer")
    func echoes() throws {
        let process = try ChildProcess(["cat"])
        var channel = LineChannel(process)
        for length in [0, 1, 1_000_000] {
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            #expect(try channel.exchange(line, upTo: 2_000_000, by: .now + .seconds(10)) == line)
        }
    }

    @Test("every fault of a program is reported", arguments: faults)
    func tells(script: String, fault: ProcessError) throws {
        let process = try ChildProcess(["sh", "-c", script], capturesComplaints: true)
        var channel = LineChannel(process)
        #expect(throws: fault) {
            try channel.exchange(Array("question".utf8), upTo: 1_000, by: .now + .seconds(5))
        }
    }

    static let faults: [(String, ProcessError)] = [
        ("exit 3", .ended(.status(3), complaint: "")),
        ("echo oh no >&2; exit 1", .ended(.status(1), complaint: "oh no\n")),
        ("kill -ABRT $$", .ended(.signal(6), complaint: "")),
        ("exec >&-; sleep 100", .ended(.stopped, complaint: "")),
        ("kill -KILL $$", .ended(.signal(9), complaint: "")),
        ("read line; cat /dev/zero", .tooLong(1_000, [UInt8](repeating: 0, count: 200))),
        ("read line; printf cut", .ended(.status(0), complaint: "")),
    ]

    @Test("a program that never answers times out, whatever it writes to standard error")
    func givesUp() throws {
        let process = try ChildProcess(["sh", "-c", "yes no >&2 & wait"], capturesComplaints: true)
        var channel = LineChannel(process)
        #expect(throws: ProcessError.timedOut) {
            try channel.exchange([], upTo: 1_000, by: .now + .milliseconds(200))
        }
    }

    @Test(
        "a program that has ended is not waited for, even if its child holds the output open", arguments: left
    )
    func outlived(script: String) throws {
        let process = try ChildProcess(["sh", "-c", script], capturesComplaints: true)
        var channel = LineChannel(process)
        #expect(throws: ProcessError.ended(.status(4), complaint: "oh no\n")) {
            try channel.exchange(Array("question".utf8), upTo: 1_000, by: .now + .seconds(600))
        }
    }

    static let left = [
        "read line; sleep 1000 & echo oh no >&2; exit 4", "sleep 1000 & echo oh no >&2; exit 4",
    ]

    @Test("a line written before the program ended is its answer, even if its child holds the output open")
    func lastWords() throws {
        let process = try ChildProcess(["sh", "-c", "read line; sleep 1000 & echo \"said $line\""])
        var channel = LineChannel(process)
        let answer = try channel.exchange(Array("this".utf8), upTo: 1_000, by: .now + .seconds(600))
        #expect(answer == Array("said this".utf8))
    }

    @Test("a program that closes standard error still answers")
    func survivesSilence() throws {
        let process = try ChildProcess(["sh", "-c", "exec 2>&-; exec cat"], capturesComplaints: true)
        var channel = LineChannel(process)
        let line = Array("still here".utf8)
        #expect(try channel.exchange(line, upTo: 1_000, by: .now + .seconds(10)) == line)
    }

    @Test(
        "only a program with more processes than allowed is stopped",
        arguments: [true, false])
    func crowd(isWatched: Bool) throws {
        let script = "for i in 1 2 3 4 5 6 7; do sleep 1000 & done; read line; sleep 1000"
        let process = try ChildProcess(["sh", "-c", script], isWatched: isWatched)
        var few = LineChannel(process, upTo: 9)
        #expect(throws: ProcessError.timedOut) { try few.line(upTo: 10, by: .now + .milliseconds(600)) }
        var fewer = LineChannel(process, upTo: 7)
        #expect(throws: ProcessError.tooMany(7)) { try fewer.line(upTo: 10, by: .now + .seconds(10)) }
    }

    @Test("a second line without a request is a fault")
    func refusesMore() throws {
        let process = try ChildProcess(["sh", "-c", "read line; printf 'one\\ntwo\\n'; read line"])
        var channel = LineChannel(process)
        #expect(try channel.exchange([], upTo: 1_000, by: .now + .seconds(10)) == Array("one".utf8))
        #expect(throws: ProcessError.unasked(Array("two".utf8))) {
            try channel.exchange([], upTo: 1_000, by: .now + .seconds(10))
        }
    }

    @Test("a line without a request can be read")
    func listens() throws {
        let process = try ChildProcess(["sh", "-c", "echo ready; read line"])
        var channel = LineChannel(process)
        #expect(try channel.line(upTo: 100, by: .now + .seconds(10)) == Array("ready".utf8))
    }
}

@Suite("Starting and ending a program")
struct ChildProcessTests {
    @Test("a program that does not exist cannot be started")
    func missing() {
        #expect(throws: ProcessError.self) { try ChildProcess(["/nowhere/at/all"]) }
    }

    @Test("a program gets only the environment that it is given")
    func environment() throws {
        let process = try ChildProcess(["env"], environment: ["ONLY": "this"])
        var channel = LineChannel(process)
        #expect(try channel.line(upTo: 100, by: .now + .seconds(10)) == Array("ONLY=this".utf8))
        #expect(throws: ProcessError.ended(.status(0), complaint: "")) {
            try channel.line(upTo: 100, by: .now + .seconds(10))
        }
    }

    @Test("a program inherits no descriptors of another, even if several start at the same time")
    func inheritsNothing() async throws {
        let alone = try openDescriptors()
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    while !Task.isCancelled {
                        _ = (try DescriptorPair(), try DescriptorPair(writing: true))
                        await Task.yield()
                    }
                }
            }
            for _ in 0..<40 {
                let beside = try openDescriptors()
                #expect(beside == alone)
            }
            group.cancelAll()
        }
    }

    @Test("a program does not inherit what this process inherited")
    func inheritsNothingOfOthers() throws {
        let alone = try openDescriptors()
        // This descriptor is not marked close-on-exec.
        let inherited = open("/dev/null", O_RDONLY)
        defer { close(inherited) }
        #expect(try openDescriptors() == alone)
    }

    @Test("a watched program can be ended or may end by itself", arguments: [true, false])
    func watched(byItself: Bool) throws {
        let process = try ChildProcess(["cat"], isWatched: true)
        var channel = LineChannel(process)
        #expect(try channel.exchange([7], upTo: 100, by: .now + .seconds(10)) == [7])
        if byItself { process.finish() }
        #expect(process.end() == (byItself ? .status(0) : .stopped))
    }

    @Test("a watched program has no children that it did not start")
    func childless() throws {
        let process = try ChildProcess(["sh", "-c", "wait; echo alone"], isWatched: true)
        var channel = LineChannel(process)
        #expect(try channel.line(upTo: 100, by: .now + .seconds(10)) == Array("alone".utf8))
    }

    /// The descriptors that are open in a newly started program.
    private func openDescriptors() throws -> [String] {
        let process = try ChildProcess(["ls", "/dev/fd/"], environment: ["PATH": "/usr/bin:/bin"])
        var channel = LineChannel(process)
        var descriptors: [String] = []
        while let line = try? channel.line(upTo: 100, by: .now + .seconds(10)) {
            descriptors.append(String(decoding: line, as: UTF8.self))
        }
        return descriptors
    }

    @Test("the children of a program are ended with it")
    func group() throws {
        let process = try ChildProcess(["sh", "-c", "sleep 1000 & echo $!; wait"])
        var channel = LineChannel(process)
        let child = String(decoding: try channel.line(upTo: 100, by: .now + .seconds(10)), as: UTF8.self)
        #expect(process.end() == .stopped)
        let check = try ChildProcess([
            "sh", "-c", "while kill -0 \(child) 2>&-; do sleep 0.01; done; echo gone",
        ])
        var answer = LineChannel(check)
        #expect(try answer.line(upTo: 100, by: .now + .seconds(10)) == Array("gone".utf8))
    }

    @Test("a program may end by itself when its input ends")
    func finishes() throws {
        let process = try ChildProcess(["cat"])
        process.finish()
        #expect(process.end() == .status(0))
    }

    @Test("a program that keeps running after its input ends is ended")
    func finishesDeaf() throws {
        let process = try ChildProcess(["sleep", "1000"])
        process.finish(within: .milliseconds(50))
        #expect(process.end() == .stopped)
    }

    @Test("a program can be ended twice")
    func endsTwice() throws {
        let process = try ChildProcess(["sleep", "1000"])
        #expect(process.end() == .stopped)
        #expect(process.end() == .stopped)
    }
}
