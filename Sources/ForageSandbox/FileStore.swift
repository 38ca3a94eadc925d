internal import HTTPServer

/// A store of files as Amazon's S3 is one: it gives tags and days and honours ranges, says nothing of how long a file
/// stays as it is, and answers 403 for what it lacks.
enum FileStore {
    static func file(_ bytes: [UInt8], type: String, for request: SandboxRequest) -> HTTPServerResponse {
        let tag = [request.path, "\(bytes.count)"].map { String($0.stableHash | 1 << 63, radix: 16) }.joined()
        return HTTPServerResponse(
            headers: [
                "x-amz-request-id": requestID, "x-amz-id-2": hostID, "Server": "AmazonS3",
                "Last-Modified": "Fri, 04 Dec 2020 10:12:45 GMT", "ETag": "\"\(tag)\"", "Content-Type": type,
            ], body: .bytes(bytes)
        ).unlessKnown(to: request).honouringRange(askedFor: request.headers)
    }

    static let accessDenied = HTTPServerResponse(
        status: 403,
        headers: [
            "x-amz-request-id": requestID, "x-amz-id-2": hostID, "Server": "AmazonS3",
            "Content-Type": "application/xml",
        ],
        body: .bytes(
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Error><Code>AccessDenied</Code><Message>Access Denied</Message>\
                <RequestId>\(requestID)</RequestId><HostId>\(hostID)</HostId></Error>
                """.utf8)))

    private static let requestID = "2D56B47560B764EC"
    private static let hostID = "c2FuZGJveCBwbGF5cyBhIHN0b3Jl"
}
