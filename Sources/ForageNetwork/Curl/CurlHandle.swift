internal import CCurl
internal import ForageCore

/// An easy handle with what its options point to. Belongs to one thread.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// Which kinds of addresses a transfer met that is to keep to the open internet.
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

    /// Goes on with a transfer that was paused.
    func goOn() { _ = ccurl_easy_go_on(pointer) }

    /// Forgets the last transfer; connections, names and TLS sessions stay with the multi handle.
    func reset() {
        ccurl_easy_reset(pointer)
        ccurl_slist_free(headerList)
        headerList = nil
        addresses.pointee = 0
    }

    func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_number(pointer, option, value) }
    func set(_ option: CURLoption, _ value: String) { _ = ccurl_set_string(pointer, option, value) }

    /// Who receives, and the object that both functions are given; the caller keeps it alive.
    func setReceivers(head: ccurl_receiver, body: ccurl_receiver, context: AnyObject) {
        let context = Unmanaged.passUnretained(context).toOpaque()
        _ = ccurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION, head)
        _ = ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
        _ = ccurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION, body)
        _ = ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    }

    func setHeaders(_ headers: Headers) {
        for field in headers.fields {
            // libcurl takes "Name:" as the wish to send no such field; "Name;" sends it empty.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            headerList = ccurl_slist_append(headerList, line) ?? headerList
        }
        _ = ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, headerList)
    }

    func setErrorText() {
        errorText[0] = 0
        _ = ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    }

    /// libcurl's own words on what went wrong.
    func explanation(of code: CURLcode) -> String {
        let detail = String(cString: errorText)
        return detail.isEmpty ? String(cString: ccurl_easy_strerror(code)) : detail
    }

    /// How long the body will be, packed as it is; -1 if the server did not say.
    var contentLength: Int { Int(ccurl_get_size(pointer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)) }

    /// The status that the newest head told; 0 before one has come.
    var status: Int { ccurl_get_number(pointer, CURLINFO_RESPONSE_CODE) }

    /// How long each step took.
    var timings: TransferTimings {
        var timings = TransferTimings()
        timings.lookUp = Int(ccurl_get_size(pointer, CURLINFO_NAMELOOKUP_TIME_T))
        timings.connection = Int(ccurl_get_size(pointer, CURLINFO_CONNECT_TIME_T))
        timings.security = Int(ccurl_get_size(pointer, CURLINFO_APPCONNECT_TIME_T))
        timings.firstByte = Int(ccurl_get_size(pointer, CURLINFO_STARTTRANSFER_TIME_T))
        timings.total = Int(ccurl_get_size(pointer, CURLINFO_TOTAL_TIME_T))
        return timings
    }

    /// Whether it could not connect because every address was one of this machine or its network.
    var wasKeptIn: Bool { addresses.pointee == CCURL_CLOSED_ADDRESS }

    /// Whether an earlier transfer had left the connection open.
    var wasReused: Bool { isConnected && ccurl_get_number(pointer, CURLINFO_NUM_CONNECTS) == 0 }

    /// Whether the connection was made and the request could be sent.
    var isConnected: Bool { ccurl_get_size(pointer, CURLINFO_PRETRANSFER_TIME_T) > 0 }
}
