extension Wording {
    /// Wordings about bodies that differ from the documentation of their service.
    package enum Answers {
        package static let damaged = "The answer is damaged."
        package static let endsEarly = "The answer ends early."
        package static let notDocumented = "the outermost value is not as documented"

        package static func notJSON(_ kind: String, byte position: Int, _ start: String) -> String {
            "Expected JSON, but the answer is \(kind): at byte \(position) it starts with “\(start)”."
        }
        package static func notJSON(_ kind: String) -> String { "Expected JSON, but the answer is \(kind)" }
        package static func tooMany(_ count: Int) -> String {
            "The answer has more than \(count) records; the rest was not read."
        }
        package static func changed(_ field: String, _ count: Int, of total: Int) -> String {
            "\(field) missing or changed in \(count) of \(total)"
        }
        package static func otherType(_ field: String) -> String { "\(field) has another type" }
    }
}
