internal import ForageCore
internal import Platform

/// The sandbox, running as a program of its own for as long as this value is needed.
///
/// It ends when the pipe to its standard input closes, so it never outlives this program, however that ends.
final class SandboxProcess: Sendable {
    /// Where it listens.
    let address: WebURL
    private let process: ChildProcess

    /// Starts the sandbox and waits until it says where it listens.
    init() throws(CannotRun) {
        let program = try SiblingProgram("forage-sandbox")
        let line: String
        do {
            process = try ChildProcess([program.path, "--until-stdin-closes"])
            var channel = LineChannel(process)
            line = String(decoding: try channel.line(upTo: 1_000, by: .now + .seconds(30)), as: UTF8.self)
        } catch {
            throw CannotRun("The sandbox did not start: \(error).")
        }
        guard let address = line.split(separator: " ").last.flatMap({ WebURL(String($0)) }) else {
            throw CannotRun("The sandbox did not start: it said “\(line)”.")
        }
        self.address = address
    }

    deinit { process.finish() }
}
