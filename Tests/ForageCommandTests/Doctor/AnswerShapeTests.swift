import TestWording
import Testing

@testable import ForageCommand

@Suite("Changes in the shape of answers")
struct AnswerShapeTests {
    static let sample = """
        {"total": 2, "items": [{"id": 1, "title": "a", "size": null, "user": {"name": "x"},
          "tags": [{"word": "p"}, {"word": "q"}]},
         {"id": "2", "title": "b", "user": {"name": "y"}, "tags": [], "odd": true}]}
        """

    @Test(
        "only a field missing from all records, or of another type, is a change",
        arguments: answers)
    func changes(answer: String, changes: [String]) {
        #expect(shape(Self.sample).changes(in: shape(answer)) == changes)
    }

    static let answers: [(String, [String])] = [
        (sample, []),
        (#"{"total": 0, "items": []}"#, []),
        (
            #"{"total": 1, "items": [{"id": 3, "title": "c", "user": {"name": "z"}, "tags": [], "new": 1}]}"#,
            []
        ),
        (#"{"total": "1", "items": []}"#, []),
        (#"{"total": true, "items": []}"#, [Wording.Answers.otherType("/total")]),
        (#"{"items": [{"id": 3, "title": "c", "user": {"name": "z"}, "tags": [{}]}]}"#, []),
        (
            #"{"total": 1, "items": [{"id": 3, "tags": [], "user": {"name": "z"}}]}"#,
            ["/items/*/title is missing"]
        ),
        (
            #"{"total": 1, "items": [{"id": 3, "title": "c", "tags": [], "user": {}}]}"#,
            ["/items/*/user/name is missing"]
        ),
        (
            #"{"total": 1, "items": [{"id": {}, "title": null, "size": 4, "tags": [], "user": "z"}]}"#,
            [Wording.Answers.otherType("/items/*/id"), Wording.Answers.otherType("/items/*/user")]
        ),
        ("<html>", []),
    ]

    private func shape(_ text: String) -> AnswerShape {
        var shape = AnswerShape()
        shape.add(Array(text.utf8))
        return shape
    }
}
