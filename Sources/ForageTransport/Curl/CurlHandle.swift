internal import CCurl
internal import ForageCore
internal import Platform

/// A libcurl easy handle and the memory that its options point to. It belongs to one thread.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// The kinds of addresses found by a transfer that is limited to the open internet.
    let addresses = UnsafeMutablePointer<ccurl_addresses>.allocate(capacity: 1)
    private var headerList: UnsafeMutablePointer<curl_slist>?

    init?() {
        guard let pointer = ccurl_easy_init() else { return nil }
        self.pointer = pointer
        addresses.initialize(to: 0)
    }

    deinit {
        ccurl_easy_cleanup(pointer)
        ccurl_slist_free(headerList)
        errorText.deallocate()
        addresses.deallocate()
    }

    /// Resumes a paused transfer.
    func resume() { _ = ccurl_easy_go_on(pointer) }

    /// Clears the last transfer; connections, names and TLS sessions remain with the multi handle.
    func reset() {
        ccurl_easy_reset(pointer)
        ccurl_slist_free(headerList)
        headerList = nil
        addresses.pointee = 0
    }

    func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_number(pointer, option, value) }
    func set(_ option: CURLoption, _ value: String) { _ = ccurl_set_string(pointer, option, value) }

    /// Sets the functions that receive data and their context object, which the caller must keep alive.
    func setReceivers(head: ccurl_receiver, body: ccurl_receiver, context: AnyObject) {
        let context = Unmanaged.passUnretained(context).toOpaque()
        _ = ccurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION, head)
        _ = ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
        _ = ccurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION, body)
        _ = ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    }

    func setHeaders(_ headers: Headers) {
        for field in headers.fields {
            // libcurl treats "Name:" as a request to omit the field; "Name;" sends an empty one.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            headerList = ccurl_slist_append(headerList, line) ?? headerList
        }
        _ = ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, headerList)
    }

    func setErrorText() {
        errorText[0] = 0
        _ = ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    }

    /// Returns libcurl's own message about an error.
    func explanation(of code: CURLcode) -> String {
        let detail = String(cString: errorText)
        return detail.isEmpty ? String(cString: ccurl_easy_strerror(code)) : detail
    }

    /// The length of the body before decompression; -1 if the server did not declare it.
    var contentLength: Int { Int(ccurl_get_size(pointer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)) }

    /// The status in the latest header; 0 before one has arrived.
    var status: Int { ccurl_get_number(pointer, CURLINFO_RESPONSE_CODE) }

    /// The time of each step.
    var timings: TransferTimings {
        var timings = TransferTimings()
        timings.lookUp = Int(ccurl_get_size(pointer, CURLINFO_NAMELOOKUP_TIME_T))
        timings.connection = Int(ccurl_get_size(pointer, CURLINFO_CONNECT_TIME_T))
        timings.security = Int(ccurl_get_size(pointer, CURLINFO_APPCONNECT_TIME_T))
        timings.firstByte = Int(ccurl_get_size(pointer, CURLINFO_STARTTRANSFER_TIME_T))
        timings.total = Int(ccurl_get_size(pointer, CURLINFO_TOTAL_TIME_T))
        return timings
    }

    /// Indicates whether the connection failed because the host has only addresses of this computer or its network.
    var wasKeptIn: Bool { addresses.pointee == CCURL_CLOSED_ADDRESS }

    /// Indicates whether an earlier transfer had left the connection open.
    var wasReused: Bool { isConnected && ccurl_get_number(pointer, CURLINFO_NUM_CONNECTS) == 0 }

    /// Indicates whether the connection was made and the request could be sent.
    var isConnected: Bool { ccurl_get_size(pointer, CURLINFO_PRETRANSFER_TIME_T) > 0 }
}

extension CurlHandle {
    /// Sets all options for a transfer on a new or reset handle.
    func prepare(_ transfer: Transfer, _ settings: CurlSettings) {
        setRequest(transfer)
        setConnection(settings)
        setErrorText()
        if transfer.isStreamed { set(CURLOPT_BUFFERSIZE, 128 * 1024) }
        // A very slow file transfer would take days.
        set(CURLOPT_LOW_SPEED_LIMIT, transfer.isStreamed ? 256 : 1)
        if transfer.isForOpenInternet {
            keepToOpenInternet(transfer.url, settings.proxies)
        } else if transfer.url.origin.isLoopback {
            set(CURLOPT_PROXY, "")
        }
    }

    /// Limits a transfer to the open internet. A proxy resolves names itself, so it must check the resolved addresses.
    /// It is never asked for a host that is obviously local, and every request goes through it; without a proxy, each
    /// socket's address is checked.
    private func keepToOpenInternet(_ url: WebURL, _ proxies: ProxyVariables) {
        if let proxy = proxies.proxy(for: url), ccurl_may_be_open_host(url.host) != 0 {
            set(CURLOPT_PROXY, proxy)
            set(CURLOPT_NOPROXY, "")
        } else {
            set(CURLOPT_PROXY, "")
            _ = ccurl_keep_to_open_internet(pointer, addresses)
        }
    }

    private func setRequest(_ transfer: Transfer) {
        set(CURLOPT_URL, transfer.url.text)
        switch transfer.method {
        case .get: break
        case .head: set(CURLOPT_NOBODY, 1)
        case .post:
            set(CURLOPT_POST, 1)
            set(CURLOPT_POSTFIELDSIZE, transfer.form?.utf8.count ?? 0)
            if let form = transfer.form { set(CURLOPT_COPYPOSTFIELDS, form) }
        case let method: set(CURLOPT_CUSTOMREQUEST, method.text)
        }
        setHeaders(transfer.headers)
        set(CURLOPT_ACCEPT_ENCODING, transfer.acceptedEncodings)
        setVersion(isSecure: transfer.url.isSecure)
    }

    /// Sets the HTTP version: over TLS, HTTP/2 if the server supports it, and a new transfer then waits to share the
    /// first connection. Without TLS there is no HTTP/2, and waiting would serialize the first transfers.
    private func setVersion(isSecure: Bool) {
        set(CURLOPT_HTTP_VERSION, isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
    }

    private func setConnection(_ settings: CurlSettings) {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = settings.certificateFile { set(CURLOPT_CAINFO, file) }
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
        set(CURLOPT_LOW_SPEED_TIME, max(1, Int(settings.stallTimeout.components.seconds)))
        // A pending name lookup must not delay the end of the program.
        set(CURLOPT_QUICK_EXIT, 1)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up so that a wait is never too short.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// The proxies in the environment, read as libcurl reads them.
struct ProxyVariables: Sendable {
    private let value: @Sendable (String) -> String?

    /// The variables of this process.
    static let ofThisProcess = ProxyVariables { name in getenv(name).map { String(cString: $0) } }

    init(_ value: @escaping @Sendable (String) -> String?) { self.value = value }

    /// Returns the proxy for an address; nil for a direct connection.
    func proxy(for url: WebURL) -> String? {
        let names = url.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(value).first { !$0.isEmpty }
    }
}
