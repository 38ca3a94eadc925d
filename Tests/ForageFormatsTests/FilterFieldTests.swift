import ForageCore
import Testing

@testable import ForageFormats

@Suite("Names of filters")
struct FilterFieldTests {
    @Test(
        "a filter has the name of its query field",
        arguments: Filter.Name.allCases.filter { ![.phrase, .without].contains($0) })
    func field(name: Filter.Name) {
        #expect(QueryField.all.contains { $0.name == name.field })
    }
}
