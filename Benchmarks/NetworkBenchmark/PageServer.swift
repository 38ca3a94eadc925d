internal import ForageCore
internal import HTTPServer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A server of one page in a process of its own: nginx where there is one, else this program again.
struct PageServer {
    static let pageByteCount = 16 * 1024

    let url: WebURL
    private let process: pid_t
    private let folder: String

    init() throws {
        let port = try Self.freePort()
        guard let url = WebURL("http://127.0.0.1:\(port)/page") else { throw NoServer() }
        self.url = url
        let folder = try Self.makeFolder()
        self.folder = folder
        try Self.write([UInt8](repeating: UInt8(ascii: "x"), count: Self.pageByteCount), to: folder + "/page")
        try Self.write(Array(Self.configuration(port, folder).utf8), to: folder + "/nginx.conf")
        process = try Self.spawn(
            Self.nginx.map { [$0, "-p", folder, "-c", folder + "/nginx.conf", "-e", folder + "/errors"] }
                ?? [CommandLine.arguments[0], "--serve", String(port)])
    }

    func stop() {
        kill(process, SIGTERM)
        Self.wait(for: process)
        if let removal = try? Self.spawn(["/bin/rm", "-r", folder]) { Self.wait(for: removal) }
    }

    /// This program as the server.
    static func serve(_ port: Int) async throws {
        let page = [UInt8](repeating: UInt8(ascii: "x"), count: pageByteCount)
        let server = try HTTPServer(port: port) { _ in HTTPServerResponse(body: .bytes(page)) }
        try await Task.sleep(for: .seconds(3600))
        server.stop()
    }
}

struct NoServer: Error {}

extension PageServer {
    private static var nginx: String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let files = (path + ":/usr/sbin").split(separator: ":").map { "\($0)/nginx" }
        return files.first { access($0, X_OK) == 0 }
    }

    private static func configuration(_ port: Int, _ folder: String) -> String {
        """
        daemon off; worker_processes 1; pid \(folder)/pid;
        events { worker_connections 256; }
        http {
            access_log off; keepalive_requests 1000000;
            client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
            uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
            server { listen 127.0.0.1:\(port) backlog=128; root \(folder); }
        }
        """
    }

    private static func freePort() throws -> Int {
        let server = try HTTPServer { _ in .text("") }
        defer { server.stop() }
        return server.port
    }

    private static func makeFolder() throws -> String {
        var name = Array("/tmp/network-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil, chmod(name, 0o755) == 0 else { throw NoServer() }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw NoServer() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw NoServer() }
    }

    private static func spawn(_ command: [String]) throws -> pid_t {
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawn(&process, command[0], nil, nil, &arguments, environ) == 0 else { throw NoServer() }
        return process
    }

    private static func wait(for process: pid_t) {
        var status: CInt = 0
        waitpid(process, &status, 0)
    }
}
