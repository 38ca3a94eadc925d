import HTTPServer
import Testing

struct HTTPFieldsTests {
    @Test("names match in any case, and the first field of a name wins")
    func findsInAnyCase() {
        var fields: HTTPFields = ["Accept": "a", "X-One": "1"]
        fields.append("accept", "b")
        #expect(fields["ACCEPT"] == "a")
        #expect(fields.values(of: "Accept") == ["a", "b"])
        #expect(fields["Accep"] == nil)
        #expect(fields["X_One"] == nil)
    }

    @Test("setting a name replaces all its fields, nil removes them")
    func replaces() {
        var fields: HTTPFields = ["A": "1", "a": "2", "B": "3"]
        fields["A"] = "4"
        #expect(fields.map(\.value) == ["3", "4"])
        fields["b"] = nil
        #expect(fields.map(\.name) == ["A"])
    }
}
