import TestReaders
import Testing

@testable import ForageCommand

@Suite("Help pages")
struct HelpTests {
    @Test("forage --help, -h and help show the overview")
    func overview() async throws {
        let help = try await forage("--help")
        #expect(help.code == 0)
        #expect(help.messages.isEmpty)
        expectSnapshot(help.output, named: "help")
        #expect(try await forage("-h").output == help.output)
        #expect(try await forage("help").output == help.output)
    }

    @Test("forage without arguments prints the overview to standard error, with exit code 64")
    func alone() async throws {
        let ending = try await forage()
        #expect(ending.code == 64)
        #expect(ending.output.isEmpty)
        #expect(ending.messages == (try await forage("--help")).output)
    }

    @Test("every command has a page, wherever --help is given", arguments: CommandLineProgram.all.map(\.name))
    func page(command: String) async throws {
        let page = try await forage(command, "--help")
        #expect(page.code == 0)
        #expect(page.messages.isEmpty)
        expectSnapshot(page.output, named: "help-\(command)")
        #expect(try await forage("help", command).output == page.output)
        #expect(try await forage("--help", command).output == page.output)
        #expect(try await forage(command, "a", "b", "-h").output == page.output)
    }

    @Test("no line of help is wider than 100 columns", arguments: CommandLineProgram.all.map(\.name))
    func width(command: String) async throws {
        let page = try await forage(command, "--help")
        #expect(page.outputLines.filter { $0.count > 100 } == [])
        #expect(try await forage("--help").output.contains("  \(command) "))
    }

    @Test(
        "help uses only characters that the screen can show",
        arguments: [("C", "search QUERY... [OPTIONS]"), ("C.UTF-8", "search QUERY… [OPTIONS]")])
    func signs(locale: String, usage: String) async throws {
        for words in [["search", "--help"], ["help", "search"]] {
            let screen = try PseudoTerminal(width: 100, height: 40)
            let help = try await RunningProgram(
                ["forage"] + words, in: Place(), environment: ["LC_ALL": locale], screen: screen
            ).ending()
            #expect(help.output.contains(usage))
            #expect(help.output.contains("…") == (locale != "C"))
        }
    }

    @Test("--version prints the version")
    func version() async throws {
        let ending = try await forage("--version")
        #expect(ending.code == 0)
        #expect(ending.output.wholeMatch(of: /forage \d+\.\d+\.\d+\n/) != nil)
    }
}
