import ForageCore
import ForageFormats
import Testing

@Suite("Output formats in the configuration")
struct ConfiguredFormatTests {
    @Test("the configuration accepts every output format", arguments: OutputFormat.allCases)
    func taken(format: OutputFormat) throws {
        let flag = ConfigurationLayer.Flag("--set", sets: "defaults.format", to: format.rawValue)
        #expect(try Configuration(layers: [.flags([flag])], registrations: []).defaults().format == format)
    }
}
