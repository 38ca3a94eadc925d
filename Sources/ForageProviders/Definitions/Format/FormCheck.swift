internal import ForageCore
internal import JSON

extension Definition.Text {
    /// Checks a value against a form.
    ///
    /// - Throws: ``DefinitionError`` with all problems that were found.
    func check(_ value: JSONValue, as form: Form) throws(DefinitionError) {
        var check = FormCheck(text: self)
        check.check(value, as: form)
        if !check.problems.isEmpty { throw DefinitionError(check.problems) }
    }

    /// Indicates whether a value has a form.
    func isMet(_ form: Form, by value: JSONValue) -> Bool {
        var check = FormCheck(text: self)
        check.check(value, as: form)
        return check.problems.isEmpty
    }

    /// Refuses a definition of another version of the format, because its meaning is unknown.
    func checkVersion() throws(DefinitionError) {
        let mark = root["$schema"]
        guard let name = mark.string, name.hasPrefix(DefinitionFormat.family), name != DefinitionFormat.mark
        else { return }
        throw fault(
            mark,
            "this version of Forage reads \(DefinitionFormat.mark.quoted), not \(name.quoted); write that, or install a version that reads the other"
        )
    }
}

/// The problems that are found when a definition is compared with its form.
private struct FormCheck {
    let text: Definition.Text
    private(set) var problems: [ConfigurationProblem] = []

    init(text: Definition.Text) { self.text = text }

    mutating func check(_ value: JSONValue, as form: Form) {
        guard problems.count < DefinitionError.greatestProblemCount else { return }
        switch form {
        case .object(let object): check(value, as: object)
        case .map(let inner): checkMembers(of: value, as: inner)
        case .list(let inner, let least, let most):
            guard value.kind == .array else { return noteMismatch(value, "a list [ ]") }
            if least > 0, !value[0].exists { note(value, "at least one element is needed here") }
            if let most, value[most].exists {
                return note(value[most], "at most \(most) elements are allowed here")
            }
            for element in value.elements { check(element, as: inner) }
        case .either(let forms):
            guard let form = forms.first(where: { $0.takes(value.kind) }) else {
                return noteMismatch(value, forms.map(\.expectation).joined(separator: ", or "))
            }
            check(value, as: form)
        case .named(let name):
            if let form = DefinitionFormat.named[name] { check(value, as: form) }
        case .anything: break
        case .text, .flag, .number, .integer, .choice:
            if !form.isMet(by: value) { noteMismatch(value, form.expectation, hint: form.hint(for: value)) }
        }
    }

    private mutating func check(_ value: JSONValue, as object: ObjectForm) {
        guard value.kind == .object else { return noteMismatch(value, "an object { }") }
        var met: Set<String> = []
        var meant: Set<String> = []
        for member in value.members where isNew(member, among: &met) {
            guard let known = object[member.key] else {
                note(member.keyRange.lowerBound, object.rejection(of: member.key))
                if let name = object.nearestName(to: member.key) { meant.insert(name) }
                continue
            }
            // A sample may write null where it expects no value.
            if member.value.isNull, !known.isRequired { continue }
            check(member.value, as: known.form)
        }
        // A member whose name is misspelled is not reported as missing too.
        met.formUnion(meant)
        for missing in object.members where missing.isRequired && !met.contains(missing.name) {
            let needed = object.members.filter(\.isRequired).map(\.name)
            let advice = value.placeInSample.map { "in \($0); write at least \(needed.listed("and"))" }
            note(value, "\(missing.name.quoted) is missing \(advice ?? "here")")
        }
    }

    private mutating func checkMembers(of value: JSONValue, as form: Form) {
        guard value.kind == .object else { return noteMismatch(value, "an object { }") }
        var met: Set<String> = []
        for member in value.members where isNew(member, among: &met) { check(member.value, as: form) }
    }

    private mutating func isNew(_ member: JSONMember, among met: inout Set<String>) -> Bool {
        if met.insert(member.key).inserted { return true }
        note(member.keyRange.lowerBound, "\(member.key.quoted) is given twice; keep one of them")
        return false
    }

    private mutating func noteMismatch(_ value: JSONValue, _ expectation: String, hint: String = "") {
        note(value, "expected \(expectation), found \(value.inWords)\(hint)")
    }

    private mutating func note(_ value: JSONValue, _ message: String) {
        note(value.byteRange.lowerBound, message)
    }

    private mutating func note(_ offset: Int, _ message: String) {
        guard problems.count < DefinitionError.greatestProblemCount else { return }
        problems.append(text.fault(offset, message).problem)
    }
}

extension JSONValue {
    /// The sample and the item that this value describes, or nil if it does not describe an item.
    fileprivate var placeInSample: String? {
        let steps = pointer.tokens
        guard steps.count == 4, steps[0] == "samples", steps[2] == "items", let item = Int(steps[3]),
            let sample = Int(steps[1])
        else { return nil }
        return "item \(item + 1) of sample \(sample + 1)"
    }
}

extension ObjectForm {
    fileprivate func rejection(of name: String) -> String {
        let article = noun.hasPrefix("part ") ? "" : noun.first.map("aeiou".contains) == true ? "an " : "a "
        let rejection = "\(name.quoted) is not \(article)\(noun)"
        if let nearest = nearestName(to: name) { return "\(rejection); did you mean \(nearest.quoted)?" }
        return "\(rejection); \(members.map(\.name).asChoice)"
    }

    fileprivate func nearestName(to name: String) -> String? {
        ForageCore.nearestName(to: name, among: members.map(\.name))
    }
}

extension Form {
    fileprivate func takes(_ kind: JSONValue.Kind) -> Bool {
        switch self {
        case .text, .choice: kind == .string
        case .object, .map: kind == .object
        case .list: kind == .array
        case .flag: kind == .bool
        case .number, .integer: kind == .number
        case .either, .named, .anything: true
        }
    }

    fileprivate var expectation: String {
        switch self {
        case .text(let text): text.expectation
        case .flag: "true or false"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): names.listed("or")
        case .object, .map: "an object { }"
        case .list: "a list [ ]"
        case .either, .named, .anything: "a value"
        }
    }

    fileprivate func isMet(by value: JSONValue) -> Bool {
        switch self {
        case .text(let form): value.string.map(form.isMet) ?? false
        case .flag: value.bool != nil
        case .number(let range): value.double.map(range.contains) ?? false
        case .integer(let range): value.int.map(range.contains) ?? false
        case .choice(let names): value.string.map(names.contains) ?? false
        default: true
        }
    }

    fileprivate func hint(for value: JSONValue) -> String {
        if case .text(.line) = self, value.string?.unicodeScalars.contains(where: \.isUnseen) == true {
            return
                "; remove the invisible characters, shown as \\u{…}: they may change the direction of the text"
        }
        guard case .choice(let names) = self, let text = value.string,
            let nearest = nearestName(to: text, among: names)
        else { return "" }
        return "; did you mean \(nearest.quoted)?"
    }
}

extension TextForm {
    fileprivate func isMet(by text: String) -> Bool {
        switch self {
        case .any: true
        case .line:
            !text.trimmingWhitespace().isEmpty
                && !text.unicodeScalars.contains(where: \.isUnseen)
        case .providerName: ProviderID(text) != nil
        case .address: WebURL(text) != nil
        case .pictures: PicturePattern(text) != nil
        case .origin: WebURL(text).map { $0.pathAndQuery == "/" } ?? false
        case .keyName:
            (1...32).contains(text.utf8.count) && text.unicodeScalars.first.map(\.isDigit) == false
                && text.unicodeScalars.allSatisfy(\.isLetterOrDigit)
        case .variable:
            text.utf8.first.map { $0 >= UInt8(ascii: "A") } ?? false
                && text.unicodeScalars.allSatisfy {
                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".unicodeScalars.contains($0)
                }
        case .mark: text == DefinitionFormat.mark
        case .date: DateForm(text) != nil
        case .attribute:
            text.split(separator: "@", omittingEmptySubsequences: false).count <= 2 && !text.hasSuffix("@")
                && text.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0 == "@" || $0 == "-" }
                && !text.isEmpty
        }
    }
}

extension Unicode.Scalar {
    /// Indicates whether this is a control character, an end of line or a mark that changes the direction of writing.
    fileprivate var isUnseen: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isLetterOrDigit: Bool {
        isDigit || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }
}
