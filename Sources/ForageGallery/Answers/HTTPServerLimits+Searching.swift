internal import HTTPServer

extension HTTPServer.Limits {
    /// Those of a server whose searches may take so long; what they found by then is still to be written.
    init(searchingFor timeout: Duration) {
        self.init()
        handling = max(handling, timeout + .seconds(10))
    }
}
