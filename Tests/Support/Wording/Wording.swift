/// The texts that tests look for in messages, by subject.
///
/// Tests assert the case of an error, or the exit code of a program, and take the sentence from here. After a message
/// changes, its text changes here and nowhere else in the tests.
package enum Wording {
    static func suggestion(_ name: String?) -> String { name.map { "; did you mean \"\($0)\"?" } ?? "" }
}
