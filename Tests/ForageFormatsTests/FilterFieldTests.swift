import ForageCore
import Testing

@testable import ForageFormats

@Suite("What a filter is called")
struct FilterFieldTests {
    @Test(
        "is what one writes in a query",
        arguments: Filter.Name.allCases.filter { ![.phrase, .without].contains($0) })
    func field(name: Filter.Name) {
        #expect(QueryField.all.contains { $0.name == name.field })
    }
}
