import JSON
import LoopbackClient
import Platform
import TestWording
import Testing

@Suite("Downloads converted to another format", .timeLimit(.minutes(2)))
struct ConversionTests {
    private let place: Place

    init() throws { place = try Place() }

    private func get(
        _ arguments: [String], program: String = "forage", environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        let sandbox = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        return try await RunningProgram(
            [program, "--sandbox", "get", "--name", "{id}", "--to", "owls"] + arguments, in: place,
            environment: sandbox.merging(environment) { $1 }
        ).ending()
    }

    private let owls = ["--query", "owl from:unsplash", "-n", "2", "--size", "thumbnail"]

    private func getOwls(
        _ arguments: String..., program: String = "forage"
    ) async throws -> RunningProgram.Ending {
        try await get(owls + arguments, program: program)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.folder + "/owls").sorted() }
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: "\(place.folder)/owls/\(name)")))
    }

    private func credit(_ name: String) throws -> JSONValue {
        try JSONDocument(bytes(name + ".credit.json"), mode: .strict).root
    }

    @Test(
        "a picture is converted, then gets its credit; its record describes the original and the result",
        arguments: [("webp", "webp", "RIFF"), ("jpeg", "jpg", "\u{FF}\u{D8}")])
    func converted(format: String, ending: String, start: String) async throws {
        let first = try await getOwls("--convert", format, "--embed-credit")
        #expect(first.code == 0, "\(first.output)\(first.messages)")
        let pictures = try names.filter { $0.hasSuffix(".\(ending)") }
        #expect(pictures.count == 2)
        for name in pictures {
            #expect(try bytes(name).starts(with: start.unicodeScalars.map { UInt8($0.value) }))
            #expect(try bytes(name).firstRange(of: Array("xmpRights:WebStatement".utf8)) != nil)
            let credit = try credit(name)
            #expect(credit["type"].string == "image/\(format)")
            #expect(credit["came"]["type"].string == "image/png")
            #expect(credit["came"]["then"].elements.map(\.string) == ["converted", "credited"])
        }
        #expect(try await forage("verify", "owls", in: place).code == 0)
        let second = try await getOwls("--convert", format)
        #expect(second.outputLines.allSatisfy { $0.hasPrefix("there\t") }, "\(second.output)")
    }

    @Test("a file already of the requested type is unchanged, and each format is a separate file")
    func unneeded() async throws {
        #expect(try await getOwls("--convert", "png").code == 0)
        for name in try names where name.hasSuffix(".png") {
            #expect(try !credit(name)["came"].exists)
            let path = "/" + (try credit(name)["url"].string ?? "").dropFirst("https://".count)
            let address = try SharedSandbox.address.get()
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
            #expect(try await LoopbackConnection.request(path, port: port)?.body == bytes(name))
        }
        #expect(try await getOwls().outputLines.allSatisfy { $0.hasPrefix("there\t") })
        #expect(try await getOwls("--convert", "webp").outputLines.allSatisfy { $0.hasPrefix("saved\t") })
        #expect(try await getOwls("--convert", "png").outputLines.allSatisfy { $0.hasPrefix("there\t") })
        #expect(try names.count == 8)
    }

    @Test("a converted file does not count as the original, in the folder or in the archive")
    func other() async throws {
        #expect(try await getOwls("--convert", "webp", "--archive").messages.contains("2 saved"))
        #expect(try await getOwls("--archive").messages.contains("2 saved"))
        for name in try names { try FileManager.default.removeItem(atPath: "\(place.folder)/owls/\(name)") }
        #expect(
            try await getOwls("--convert", "webp", "--archive").messages.contains(
                Wording.Downloads.archived(2)))
        #expect(try await getOwls("--convert", "jpeg", "--archive").messages.contains("2 saved"))
    }

    @Test("an SVG becomes as wide as requested")
    func drawing() async throws {
        let ending = try await get(
            ["--query", "from:cocoacasts swift", "-n", "1", "--convert", "png", "--size", "345x"],
            environment: ["FORAGE_TRANSFORMS_CLOUDINARY_ENABLED": "false"])
        #expect(ending.code == 0, "\(ending.output)\(ending.messages)")
        let name = try #require(try names.first { $0.hasSuffix(".png") })
        #expect(try credit(name)["came"]["type"].string == "image/svg+xml")
        // A PNG's header has the width after its name.
        #expect(try bytes(name)[16..<20].reduce(0) { $0 << 8 | Int($1) } == 345)
    }

    @Test("without a working image program nothing is downloaded", arguments: [nil, "exit 1"] as [String?])
    func unusable(script: String?) async throws {
        let program = try twin(beside: script)
        let ending = try await getOwls("--convert", "png", program: program)
        #expect(ending.code == 1 && ending.output.isEmpty)
        #expect(ending.messages.contains("forage-image"))
        #expect(try names.isEmpty)
    }

    @Test("a picture that crashes the program fails alone with the reason, and is not downloaded again")
    func dies() async throws {
        let program = try twin(beside: script(making: "kill -SEGV $$"))
        let ending = try await getOwls("--convert", "jpeg", program: program)
        #expect(ending.code == 1 && ending.outputLines.count == 2)
        #expect(
            ending.outputLines.allSatisfy {
                $0.hasPrefix("failed\t")
                    && $0.contains("\(Wording.Downloads.notConverted("jpeg")): forage-image was ended")
                    && $0.contains("omit --convert")
            })
        #expect(!ending.messages.contains(Wording.Downloads.toContinue))
        #expect(try names.filter { $0.hasSuffix(".part") }.count == 2)
        let again = try await getOwls("--convert", "jpeg", "--format", "jsonl", program: program)
        #expect(try again.code == 1 && again.jsonLines.last?["bytes"].int == 0)
        let asTheyCome = try await getOwls()
        #expect(asTheyCome.outputLines.allSatisfy { $0.hasPrefix("resumed\t") }, "\(asTheyCome.output)")
        #expect(try names.count == 4)
    }

    @Test("if the program cannot start, the download is kept and converted later without another request")
    func waits() async throws {
        let program = try twin(
            beside: script(making: "echo 'libowl.so.1: cannot open shared object file' >&2; exit 127"))
        let ending = try await getOwls("--convert", "jpeg", program: program)
        #expect(ending.outputLines.allSatisfy { $0.contains("without libowl.so.1") }, "\(ending.output)")
        #expect(try names.filter { $0.hasSuffix(".part") }.count == 2)
        let again = try await getOwls("--convert", "jpeg", "--format", "jsonl")
        #expect(again.code == 0)
        #expect(try again.jsonLines.dropLast().allSatisfy { $0["result"].string == "resumed" })
        #expect(try again.jsonLines.last?["bytes"].int == 0)
    }

    /// A program that introduces itself, and runs the given commands when a picture is ordered.
    private func script(making: String) -> String {
        """
        while read -r line; do
            case "$line" in
                *to*) \(making) ;;
                *) echo '{"drawn":""}' ;;
            esac
        done
        """
    }

    @Test("an unsupported format is a usage error")
    func misuse() async throws {
        let ending = try await getOwls("--convert", "gif")
        #expect(ending.code == 64 && ending.messages.contains("--convert"))
    }

    @Test(
        "forage-image explains itself",
        arguments: [("--help", 0), ("-h", 0), ("owl", 64)] as [(String, Int32)])
    func help(word: String, code: Int32) async throws {
        let ending = try await RunningProgram(["forage-image", word], in: Place()).ending()
        #expect(ending.code == code)
        #expect((code == 0 ? ending.output : ending.messages).hasPrefix("Usage: forage-image "))
    }

    /// A copy of forage, next to a substitute for forage-image or to none.
    private func twin(beside script: String?) throws -> String {
        let folder = "\(place.home)/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try place.install("forage", at: folder + "/forage")
        if let script {
            try place.write(
                Array("#!/bin/sh\n\(script)\n".utf8), to: folder + "/forage-image", permissions: 0o755)
        }
        return folder + "/forage"
    }
}
