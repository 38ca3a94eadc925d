internal import HTTPServer

/// A file store such as Amazon's S3. It sends entity tags and dates and supports ranges, but states no caching time,
/// and answers 403 for a missing file.
enum FileStore {
    static func file(_ bytes: [UInt8], type: String, for request: SandboxRequest) -> HTTPServerResponse {
        let tag = [request.path, "\(bytes.count)"].map { String($0.stableHash | 1 << 63, radix: 16) }.joined()
        return HTTPServerResponse(headers: headers, body: .bytes(bytes)).with([
            "Last-Modified": "Fri, 04 Dec 2020 10:12:45 GMT", "ETag": "\"\(tag)\"", "Content-Type": type,
        ]).unlessKnown(to: request).honouringRange(askedFor: request.headers)
    }

    static var accessDenied: HTTPServerResponse {
        let body = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>AccessDenied</Code><Message>Access Denied</Message>\
            <RequestId>\(requestID)</RequestId><HostId>\(hostID)</HostId></Error>
            """
        return HTTPServerResponse(status: 403, headers: headers, body: .bytes(Array(body.utf8)))
            .with(["Content-Type": "application/xml"])
    }

    private static let requestID = "2D56B47560B764EC"
    private static let hostID = "c2FuZGJveCBwbGF5cyBhIHN0b3Jl"
    private static let headers: HTTPFields = [
        "x-amz-request-id": requestID, "x-amz-id-2": hostID, "Server": "AmazonS3",
    ]
}
