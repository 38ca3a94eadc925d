internal import ForageCore
internal import JSON

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Runs the public suite of tests for HTTP caches, given as JSON, through the cache as it is: in process with a
/// clock of its own, or over loopback with `--over-http`.
@main
struct CacheConformance {
    static func main() async {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            complain("Usage: CacheConformance [--over-http] [--failing] FILE")
            exit(64)
        }
        guard let bytes = contents(of: options.file), let suites = TestSuite.all(in: bytes) else {
            complain("\(options.file) cannot be read as a suite of cache tests.")
            exit(1)
        }
        guard let stage = Stage(overHTTP: options.isOverHTTP) else {
            complain("No server can be started on this machine.")
            exit(1)
        }
        let results = await TestDriver(stage: stage).results(of: suites)
        stage.clear()
        Scoreboard(suites, results, showsFailing: options.showsFailing).print()
    }
}

/// What the command line says.
private struct Options {
    var file = ""
    var isOverHTTP = false
    var showsFailing = false

    init?(_ arguments: some Sequence<String>) {
        for argument in arguments {
            switch argument {
            case "--over-http": isOverHTTP = true
            case "--failing": showsFailing = true
            case let name where name.hasPrefix("-") || !file.isEmpty: return nil
            default: file = argument
            }
        }
        if file.isEmpty { return nil }
    }
}

private func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
        bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
}

/// Says on the other channel what is wrong.
func complain(_ sentence: String) {
    let line = Array((sentence + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
