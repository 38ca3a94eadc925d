/// The limits of time and of connections that every transfer shares.
package struct CurlSettings: Sendable {
    package var connectTimeout: Duration = .seconds(10)
    /// A transfer that brings less than one byte a second for so long is given up, a file that brings less than 256.
    package var stallTimeout: Duration = .seconds(30)
    package var connectionsPerHost = 6
    package var connections = 64
    /// Certificates to trust in place of the system's, as `SSL_CERT_FILE` names them.
    package var certificateFile: String?
    /// What transfers for the open internet go through; the others leave that to libcurl.
    var proxies = ProxyVariables.ofThisProcess

    package init() {}
}
