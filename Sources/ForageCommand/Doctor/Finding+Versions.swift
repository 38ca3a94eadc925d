internal import Forage
package import ForageCore
internal import Platform

extension Finding {
    /// Checks that `PATH` contains no other version of the command, because several would confuse.
    ///
    /// - Parameters:
    ///   - program: The path of this program.
    ///   - searchPath: The folders in which a command is searched, in the form of `PATH`.
    /// - Returns: The finding.
    package static func versions(of program: String, searchPath: String) -> Finding {
        let commands = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/forage" }
            .filter { Executable($0, in: ".", searchPath: "").obstacle == nil }
        let own = LocalPath.real(program)
        for command in commands where LocalPath.real(command) != own {
            let version = version(of: command)
            if version == Version.current { continue }
            return Finding(
                "forage", .advice,
                "\(program) has version \(Version.current), but \(command) has \(version ?? "an unknown one"); "
                    + "the command forage starts \(commands[0]). Remove one of them.")
        }
        return Finding("forage", .ok, "\(Version.current), \(program)")
    }

    /// Returns the version that a program reports; nil if it reports none.
    private static func version(of program: String) -> String? {
        guard let process = try? ChildProcess([program, "--version"], environment: OwnEnvironment.variables)
        else { return nil }
        var channel = LineChannel(process)
        guard let line = try? channel.line(upTo: 200, by: .now + .seconds(5)) else { return nil }
        return String(decoding: line.prefix(40), as: UTF8.self).printable()
            .split(separator: " ").last.map(String.init)
    }
}
