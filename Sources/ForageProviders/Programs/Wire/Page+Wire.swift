internal import ForageCore
internal import JSON

extension Page {
    /// Reads what a program made of an answer. One wrong draft is a mistake of the program's, so it is told.
    init(_ value: JSONValue) throws(WireFault) {
        try value.checkMembers(["drafts", "next", "total", "drift", "related"])
        self.init(
            drafts: try value["drafts"].list { (value) throws(WireFault) in try Draft(value) },
            next: try value["next"].optional("text", \.string),
            total: try value["total"].optional("a number from 0", \.quantity),
            drift: try value["drift"].list { (value) throws(WireFault) in try Drift(value) })
        related = RelatedQueries(
            try value["related"].list { (value) throws(WireFault) in try value.required("text", \.string) })
    }
}

extension Drift {
    fileprivate init(_ value: JSONValue) throws(WireFault) {
        try value.checkMembers(["path", "count", "total"])
        self.init(
            path: try value["path"].required("text", \.string),
            count: try value["count"].required("a number from 0", \.quantity),
            total: try value["total"].required("a number from 0", \.quantity))
    }
}
