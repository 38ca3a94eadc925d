/// A request as it came, whole.
package struct HTTPServerRequest: Sendable {
    /// The method as sent: methods are upper case by convention only.
    package let method: String
    /// Path and query as sent, still percent-encoded.
    package let target: RequestTarget
    package let headers: HTTPFields
    package let body: [UInt8]
    /// The client's address as a number, without its port.
    package let remoteAddress: String

    package init(
        method: String, target: RequestTarget, headers: HTTPFields, body: [UInt8], remoteAddress: String
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The decoded path.
    ///
    /// It starts with `/` and holds no control character and no `.` or `..` step.
    package var path: String { target.path }

    package var rawPath: String { target.rawPath }

    /// What follows the first `?`, as sent; nil without one.
    package var rawQuery: String? { target.rawQuery }

    /// The decoded query in the order sent; a name may come more than once.
    package var query: [QueryItem] { target.query }

    /// The first value of that name in the query.
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
