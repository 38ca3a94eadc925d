import ForageCore
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

/// A substitute for the program fails as the order's path says.
@Suite("The pool of image programs", .timeLimit(.minutes(1)))
struct ImagePoolTests {
    private let folder: TemporaryFolder
    private let program: String

    init() throws {
        folder = try TemporaryFolder()
        program = try folder.write(
            """
            #!/bin/sh
            lost="cannot open shared object file: No such file or directory"
            while read -r line; do
                case "$line" in
                    *hang*) exec sleep 1000 ;;
                    *die*) kill -SEGV $$ ;;
                    *lack*) echo "$0: error while loading shared libraries: libowl.so.42: $lost" >&2; exit 127 ;;
                    *fail*) echo "no room" >&2; exit 1 ;;
                    *garbage*) echo nonsense ;;
                    *flood*) cat /dev/zero ;;
                    *compute*) kill -XCPU $$ ;;
                    *refuse*) echo '{"refused":"it is empty"}' ;;
                    *last*) echo "{\\"drawn\\":\\"$$\\"}"; exit ;;
                    *) echo "{\\"drawn\\":\\"$$\\"}" ;;
                esac
            done
            """, to: "forage-image", permissions: 0o755)
    }

    private func pool(patience: Duration = .seconds(30), count: Int = 1) -> ImagePool {
        ImagePool(
            program: program, limits: ImageLimits(patience: patience, answerByteCount: 100_000),
            count: count)
    }

    private func draw(_ path: String, in pool: ImagePool) async throws(ImageError) -> String {
        try await pool.draw(.file(path), ImageDrawing(.blocks, columns: 1, rows: 1))
    }

    @Test("one program serves many pictures")
    func many() async throws {
        let pool = pool()
        var answers: Set<String> = []
        for _ in 0..<20 { answers.insert(try await draw("fine", in: pool)) }
        #expect(answers.count == 1)
    }

    @Test("simultaneous orders are all answered, by at most the allowed number of programs")
    func atOnce() async throws {
        let pool = pool(count: 2)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<40 { group.addTask { try await draw("fine", in: pool) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 40)
        #expect((1...2).contains(Set(answers).count))
    }

    @Test("a picture that crashes the program is refused, and the next gets a new program", arguments: faults)
    func survives(order: String, reason: String) async throws {
        let pool = pool()
        _ = try await draw("fine", in: pool)
        await #expect(throws: ImageError.refused(reason)) { try await draw(order, in: pool) }
        _ = try await draw("fine", in: pool)
    }

    static let faults = [
        ("die", "forage-image was ended by signal 11 while working on it"),
        ("fail", "forage-image ended with status 1 while working on it: no room"),
        ("garbage", "forage-image wrote unexpected output"),
        ("flood", "its output is too long"),
        ("compute", Wording.Pictures.processorTime),
        ("refuse", Wording.Pictures.empty),
    ]

    @Test("a picture that takes too long is refused, and the next gets a new program")
    func hangs() async throws {
        let pool = pool(patience: .milliseconds(300))
        await #expect(throws: ImageError.refused(Wording.Pictures.tookTooLong)) {
            try await draw("hang", in: pool)
        }
        // A slow machine may need longer to start one.
        while (try? await draw("fine", in: pool)) == nil {}
    }

    @Test("a program that ended between two pictures harms neither")
    func ends() async throws {
        let pool = pool()
        let first = try await draw("last", in: pool)
        #expect(try await draw("last", in: pool) != first)
    }

    @Test("cancellation ends the program in the middle of a picture, and the next gets a new program")
    func givesUp() async throws {
        let pool = pool(patience: .seconds(600))
        let waiting = Task { try await draw("hang", in: pool) }
        let queued = Task { try await draw("fine", in: pool) }
        try await Task.sleep(for: .milliseconds(50))
        waiting.cancel()
        await #expect(throws: ImageError.cancelled) { try await waiting.value }
        _ = try await queued.value
    }

    @Test("a caller cancelled while all programs are busy waits for none of them")
    func givesUpWaiting() async throws {
        let pool = pool(patience: .seconds(600))
        let working = Task { try await draw("hang", in: pool) }
        try await Task.sleep(for: .milliseconds(50))
        let waiting = (1...3).map { _ in Task { try await draw("fine", in: pool) } }
        try await Task.sleep(for: .milliseconds(50))
        for place in [0, 2] {
            waiting[place].cancel()
            await #expect(throws: ImageError.cancelled) { try await waiting[place].value }
        }
        working.cancel()
        await #expect(throws: ImageError.cancelled) { try await working.value }
        _ = try await waiting[1].value
    }

    @Test(
        "a partial file is removed on failure, and a program that just started is not tried again",
        arguments: [
            ("hang", false, 1), ("die", false, 1), ("hang", true, 1), ("die", true, 2), ("compute", true, 1),
            ("garbage", true, 1),
        ])
    func leavesNothing(order: String, ranBefore: Bool, count: Int) async throws {
        let beginning = try Beginning(in: folder)
        let pool = ImagePool(program: beginning.program, limits: ImageLimits(patience: .seconds(2)), count: 1)
        if ranBefore { _ = try await draw("fine", in: pool) }
        await #expect(throws: ImageError.self) { try await beginning.make(of: order, in: pool) }
        #expect(try beginning.asked == Array(repeating: "free", count: count))
        #expect(!beginning.isLeft)
    }

    @Test("cancellation removes the partial file")
    func givesUpWhatWasBegun() async throws {
        let beginning = try Beginning(in: folder)
        let pool = ImagePool(
            program: beginning.program, limits: ImageLimits(patience: .seconds(60)), count: 1)
        let waiting = Task { try await beginning.make(of: "hang", in: pool) }
        while try beginning.asked.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        waiting.cancel()
        await #expect(throws: ImageError.cancelled) { try await waiting.value }
        #expect(!beginning.isLeft)
    }

    @Test("a missing library is named")
    func lacking() async throws {
        let pool = pool()
        await #expect(throws: ImageError.lacking("libowl.so.42")) { try await draw("lack", in: pool) }
        #expect(ImageError.lacking("libowl.so.42").description.contains("without libowl.so.42"))
    }

    @Test("the built program works, and one that refuses the simplest picture does not")
    func check() async throws {
        try await ImageFolder().pool.check()
        try await pool().check()
        let refusing = try folder.write(
            "#!/bin/sh\nread -r line; echo '{\"refused\":\"it is too late\"}'", to: "refusing",
            permissions: 0o755)
        await #expect(throws: ImageError.unusable("does not work: it is too late")) {
            try await ImagePool(program: refusing).check()
        }
    }

    @Test("a missing program is reported")
    func missing() async throws {
        let pool = ImagePool(program: "/nowhere/forage-image")
        let fault = await #expect(throws: ImageError.self) { try await draw("fine", in: pool) }
        #expect(
            fault?.description
                == "forage-image cannot be used: it cannot be started: \(Wording.Files.noSuchFile)"
        )
    }
}
