internal import JSON

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Reads every file of a folder in strict mode, and holds the answers against the files' names: `y_` must
/// be read, `n_` must be refused, `i_` may be either.
@main
struct JSONConformance {
    static func main() {
        guard CommandLine.arguments.count == 2, let names = fileNames(in: CommandLine.arguments[1]) else {
            complain("Usage: JSONConformance FOLDER")
            exit(64)
        }
        var tally = Tally()
        for name in names {
            guard let bytes = contents(of: CommandLine.arguments[1] + "/" + name) else {
                complain("\(name) cannot be read.")
                exit(1)
            }
            tally.add(name, bytes)
        }
        tally.wrong.forEach(complain)
        print(tally)
        exit(tally.wrong.isEmpty && tally.total > 0 ? 0 : 1)
    }
}

/// How many files of each kind there are, and how many were answered as they should.
private struct Tally: CustomStringConvertible {
    private var counts: [Character: (right: Int, all: Int)] = ["y": (0, 0), "n": (0, 0), "i": (0, 0)]
    private(set) var wrong: [String] = []

    var total: Int { counts.values.reduce(0) { $0 + $1.all } }

    mutating func add(_ name: String, _ bytes: [UInt8]) {
        guard name.dropFirst().first == "_", let kind = name.first, let count = counts[kind] else { return }
        let fault = Self.fault(in: bytes)
        let isRight = kind == "n" ? fault != nil : fault == nil
        counts[kind] = (count.right + (isRight ? 1 : 0), count.all + 1)
        if kind != "i", !isRight { wrong.append("\(name): \(fault?.description ?? "was accepted")") }
    }

    private static func fault(in bytes: [UInt8]) -> JSONError? {
        do {
            _ = try JSONDocument(bytes, mode: .strict)
            return nil
        } catch {
            return error
        }
    }

    var description: String {
        "y \(share("y")), n \(share("n")), i \(share("i")) accepted"
    }

    private func share(_ kind: Character) -> String {
        counts[kind].map { "\($0.right)/\($0.all)" } ?? ""
    }
}

private func fileNames(in folder: String) -> [String]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasSuffix(".json") { names.append(name) }
    }
    return names.sorted()
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

private func complain(_ sentence: String) {
    let line = Array((sentence + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
