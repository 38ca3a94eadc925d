import ForageCore
import ForageFormats
import Testing

@Suite("Formats of the configuration")
struct ConfiguredFormatTests {
    @Test("the configuration takes every format that can be written", arguments: OutputFormat.allCases)
    func taken(format: OutputFormat) throws {
        let flag = ConfigurationLayer.Flag("--set", sets: "format", to: format.rawValue)
        #expect(try Configuration(layers: [.flags([flag])], registrations: []).format == format)
    }
}
