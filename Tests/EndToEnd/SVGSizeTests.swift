import JSON
import TestWording
import Testing

@Suite("forage svg-size")
struct SVGSizeTests {
    private static let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='1in' height='50%' viewBox='0 0 24 12'/>"

    private func place() throws -> Place {
        let place = try Place()
        try place.write(Self.svg, to: "icons/good.svg")
        try place.write("<svg/>", to: "icons/more/bare.svg")
        try place.write("<svg width='1' \u{0} height='2'/>", to: "icons/broken.svg")
        return place
    }

    @Test("one file gives one object with every value")
    func object() async throws {
        let place = try place()
        let ending = try await forage("svg-size", "icons/good.svg", "--format", "json", in: place)
        #expect(ending.code == 0)
        let json = try ending.json
        #expect(json["file"].string == "icons/good.svg")
        #expect(json["width"].int == 96)
        #expect(json["height"].int == 48)
        #expect(json["source"].string == "widthAndRatio")
        #expect(json["widthAttribute"]["text"].string == "1in")
        #expect(json["widthAttribute"]["unit"].string == "in")
        #expect(json["heightAttribute"]["value"].int == 50)
        #expect(json["heightAttribute"]["unit"].string == "%")
        #expect(json["viewBox"]["height"].int == 12)
        #expect(json["aspectRatio"].int == 2)
        #expect(json["hasNamespace"].bool == true)
        #expect(json["error"].kind == .null)
    }

    @Test("a folder gives a sorted list, and unmeasurable files are named")
    func folder() async throws {
        let place = try place()
        let ending = try await forage("svg-size", "icons", "--format", "json", in: place)
        #expect(ending.code == 3)
        let list = try ending.json.list
        #expect(
            list.map { $0["file"].string } == ["icons/broken.svg", "icons/good.svg", "icons/more/bare.svg"])
        #expect(list[0]["error"].string?.hasPrefix("\(Wording.Pictures.isNotMeasurable): ") == true)
        #expect(list[0]["width"].kind == .null)
        #expect(list[2]["error"].kind == .null)
        #expect(list[2]["width"].kind == .null)
        #expect(list[2]["hasNamespace"].bool == false)
        let lines = try await forage("svg-size", "icons", "-f", "jsonl", in: place)
        #expect(try lines.jsonLines.count == 3)
        #expect(lines.code == 3)
    }

    @Test("piped output has one line per size, and other messages on standard error")
    func lines() async throws {
        let place = try place()
        let ending = try await forage("svg-size", "icons", in: place)
        #expect(ending.outputLines == ["96\t48\twidthAndRatio\ticons/good.svg", "\t\t\ticons/more/bare.svg"])
        #expect(ending.messages.hasPrefix("icons/broken.svg: \(Wording.Pictures.isNotMeasurable): "))
        #expect(
            ending.messages.hasSuffix(
                "icons/more/bare.svg: \(Wording.Pictures.noSize) (--policy css calculates one)\n"))
    }

    @Test("the CSS policy always gives a size, and --strict requires a namespace")
    func policies() async throws {
        let place = try place()
        let css = try await forage("svg-size", "icons/more/bare.svg", "--policy", "css", in: place)
        #expect(css.output == "300\t150\tfallback\ticons/more/bare.svg\n")
        let strict = try await forage("svg-size", "icons/more/bare.svg", "--strict", in: place)
        #expect(strict.code == 1)
        #expect(strict.messages.contains("namespace"))
    }

    @Test("one sandbox serves all addresses, and files do not need it")
    func oneForage() async throws {
        let place = try place()
        func measured(_ environment: [String: String] = [:]) async throws -> RunningProgram.Ending {
            try await forage(
                "--sandbox", "svg-size", "https://cocoacasts.com/a.svg", "https://cocoacasts.com/b.svg",
                "icons/good.svg", "--verbose", in: place, environment: environment)
        }
        let ending = try await measured()
        #expect(ending.messages.split(separator: "sandbox listening on").count == 2)
        #expect(ending.outputLines == ["96\t48\twidthAndRatio\ticons/good.svg"])
        let notSimulated = try await measured(["FORAGE_SANDBOX": "nowhere"])
        #expect(notSimulated.outputLines == ending.outputLines)
        #expect(notSimulated.messages.split(separator: Wording.Services.sandboxAddress).count == 3)
    }

    @Test("standard input is accepted as a file")
    func standardInput() async throws {
        let place = try place()
        let ending = try await forage(
            "svg-size", "-", in: place, input: "\(place.folder)/icons/good.svg")
        #expect(ending.output == "96\t48\twidthAndRatio\t-\n")
    }

    @Test(
        "a file that cannot be measured gives exit code 1",
        arguments: ["none.svg", "icons/broken.svg", "empty", "/dev/null"])
    func failure(file: String) async throws {
        let place = try place()
        try place.write("", to: "empty/readme")
        let ending = try await forage("svg-size", file, in: place)
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(!ending.messages.isEmpty)
    }

    @Test("folders without an SVG are named")
    func emptyFolders() async throws {
        let place = try place()
        try place.write("", to: "empty/readme")
        try place.write("", to: "bare/readme")
        let ending = try await forage("svg-size", "empty", "bare", in: place)
        #expect(ending.messages == "forage: No SVG files in empty or bare.\n")
    }

    @Test(
        "a folder without an SVG counts as unmeasurable",
        arguments: [
            (["icons/good.svg", "empty"], 3), (["empty", "icons/good.svg"], 3), (["icons/more", "empty"], 3),
            (["icons/broken.svg", "empty"], 1),
        ])
    func emptyFolder(words: [String], code: Int) async throws {
        let place = try place()
        try place.write("", to: "empty/readme")
        let ending = try await RunningProgram(["forage", "svg-size"] + words, in: place, environment: [:])
            .ending()
        #expect(ending.code == code)
        #expect(ending.messages.hasSuffix("forage: No SVG files in empty.\n"))
    }

    @Test(
        "long attribute values are shortened, however many bytes a character has",
        arguments: ["width", "xmlns"])
    func longText(attribute: String) async throws {
        let place = try place()
        let text = "e" + String(repeating: "\u{301}", count: 100_000)
        try place.write("<svg \(attribute)='\(text)'/>", to: "long.svg")
        let ending = try await forage("svg-size", "long.svg", "--format", "jsonl", in: place)
        #expect(ending.output.utf8.count < 1_000)
    }

    #if os(Linux)
        @Test("without libxml2 nothing is said about the file")
        func noLibrary() async throws {
            let place = try place()
            for name in ["libxml2.so.2", "libxml2.so.16"] { try place.write("", to: "broken/\(name)") }
            let ending = try await RunningProgram(
                ["forage", "svg-size", "icons/good.svg"], in: place,
                environment: ["LD_LIBRARY_PATH": place.folder + "/broken"]
            ).ending()
            #expect(ending.code == 1)
            #expect(
                ending.messages.hasPrefix(
                    "icons/good.svg: \(Wording.Pictures.notMeasurable("libxml2 is needed to read it and cannot be loaded: "))"
                ))
        }
    #endif

    @Test("an endless value is given up", arguments: ["<svg width='", "<!--", "<svg "])
    func endless(start: String) async throws {
        let place = try place()
        try place.write(start + String(repeating: "1", count: 5_000_000), to: "endless.svg")
        let ending = try await forage("svg-size", "endless.svg", in: place)
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Pictures.isNotMeasurable))
    }

    @Test(
        "no files, repeated standard input and invalid addresses are usage errors",
        arguments: [[], ["-", "-"], ["a", "--policy", "x"], ["ftp://host/a.svg"]])
    func misuse(words: [String]) async throws {
        let ending = try await RunningProgram(["forage", "svg-size"] + words, in: Place(), environment: [:])
            .ending()
        #expect(ending.code == 64)
    }
}
