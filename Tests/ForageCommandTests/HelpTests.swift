import Testing

@testable import ForageCommand

@Suite("Help fitted to a screen")
struct HelpTests {
    @Test(
        "every line of help fits a narrow screen, and no word is lost",
        arguments: CommandLineProgram.all, [60, 80])
    func narrow(command: Command, width: Int) {
        let page = Help.page(command)
        let fitted = HelpFitting.fit(page, toWidth: width)
        let examples = command.examples.map { "  " + $0 }
        #expect(
            fitted.split(separator: "\n").filter { $0.count > width && !examples.contains(String($0)) } == [])
        #expect(fitted.split(whereSeparator: \.isWhitespace) == page.split(whereSeparator: \.isWhitespace))
        #expect(HelpFitting.fit(page, toWidth: 100) == page)
    }

    @Test("the overview keeps its example on its own line on a narrow screen")
    func narrowOverview() {
        let fitted = HelpFitting.fit(Help.overview(CommandLineProgram.all), toWidth: 60)
        #expect(fitted.contains("\nTry: forage search \"barn owl\"\n"))
        #expect(fitted.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }
}
