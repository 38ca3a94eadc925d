extension InstantAnswer {
    /// Type E: the answer itself.
    ///
    /// It is a text, a number, or an object for what a page would show.
    static func direct(_ query: String) -> InstantAnswer? {
        if let result = Calculator.answer(to: query) { return direct("calc", .string(result)) }
        switch query.lowercased() {
        case "timer", "stopwatch", "calculator": return direct(query.lowercased(), widget(query.lowercased()))
        case "roll dice", "random number": return direct("rand", .number(Int(query.stableHash % 6) + 1))
        default: return nil
        }
    }

    private static func direct(_ type: String, _ value: JSONLiteral) -> InstantAnswer {
        var answer = found(type: "E", heading: "")
        answer["Answer"] = value
        answer["AnswerType"] = .string(type)
        return answer
    }

    private static func widget(_ name: String) -> JSONLiteral {
        [
            "from": .string(name), "id": .string(name), "name": "Answer", "result": "", "signal": "high",
            "templates": ["group": "base", "options": ["content": .string("DDH.\(name).content")]],
        ]
    }

    /// A bang: where the search goes on, at another site.
    static func redirect(to url: String) -> InstantAnswer {
        var answer = found(type: "E", heading: "")
        answer["Redirect"] = .string(url)
        return answer
    }
}
