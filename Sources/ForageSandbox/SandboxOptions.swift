internal import Platform

/// The options of a sandbox, parsed from the program's arguments.
package struct SandboxOptions: Sendable, Equatable {
    /// A fault that applies to all requests to a host.
    package struct HostFault: Sendable, Equatable {
        let host: String
        let fault: Fault
    }

    /// The port; 0 for any free port.
    package var port = 0
    package var seed = Catalogue.defaultSeed
    package var faults: [HostFault] = []
    /// Indicates whether services answer without rate limits.
    package var hasNoLimits = false
    /// A folder of definitions whose services are simulated with their samples.
    package var definitions: String?
    package var untilInputCloses = false
    package var wantsHelp = false

    package init() {}

    package init(arguments: some Sequence<String>) throws(SandboxError) {
        var arguments = Arguments(arguments)
        while let flag = arguments.next() {
            switch flag {
            case "--port": port = try arguments.number(for: flag, upTo: 65535)
            case "--seed": seed = UInt64(try arguments.number(for: flag, upTo: .max))
            case "--fault": faults += try Self.hostFaults(try arguments.value(for: flag))
            case "--no-limits": hasNoLimits = true
            case "--definitions": definitions = try arguments.folder(for: flag)
            case "--until-stdin-closes": untilInputCloses = true
            case "--help", "-h": wantsHelp = true
            default: throw .unknownArgument(flag)
            }
        }
    }

    /// Adds the faults in a text such as `HOST:FAULT`, which may contain several faults separated by commas.
    package mutating func add(hostFaults text: String) throws(SandboxError) {
        faults += try Self.hostFaults(text)
    }

    private static func hostFaults(_ text: String) throws(SandboxError) -> [HostFault] {
        let host = text.prefix { $0 != ":" }
        let names = text.dropFirst(host.count + 1).split(separator: ",")
        if host.isEmpty || names.isEmpty { throw .notAHostFault(text) }
        var faults: [HostFault] = []
        for name in names {
            guard let fault = Fault(name) else { throw .unknownFault(String(name)) }
            faults.append(HostFault(host: host.lowercased(), fault: fault))
        }
        return faults
    }

    package static let help = """
        USAGE: forage-sandbox [--port N] [--seed N] [--fault HOST:FAULT]... [--definitions FOLDER]
                              [--no-limits] [--until-stdin-closes]

        Simulates the services that forage searches, over HTTP on this machine. https://HOST/PATH is at
        http://127.0.0.1:PORT/HOST/PATH. The first line of output contains the port.

        OPTIONS:
          --port N               listen on this port (default: any free one)
          --seed N               generate a different catalogue
          --fault HOST:FAULT     apply a fault to every request to a host, e.g. api.duckduckgo.com:delay=200
          --definitions FOLDER   also simulate the services of the definitions in a folder, with their samples
          --no-limits            do not limit the number of requests, for benchmarks
          --until-stdin-closes   exit when standard input closes
          -h, --help             show this help

        FAULTS:
          \(Fault.help.joined(separator: "\n  "))

        """
}

extension SandboxOptions {
    /// The separate arguments; `--flag=value` counts as two.
    private struct Arguments {
        private var rest: ArraySlice<String>

        init(_ arguments: some Sequence<String>) {
            rest =
                arguments.flatMap { argument in
                    let flag = argument.prefix { $0 != "=" }
                    let isPair = argument.hasPrefix("--") && flag.count < argument.count
                    return isPair ? [String(flag), String(argument.dropFirst(flag.count + 1))] : [argument]
                }[...]
        }

        mutating func next() -> String? { rest.popFirst() }

        mutating func value(for flag: String) throws(SandboxError) -> String {
            guard let value = next() else { throw .missingValue(flag) }
            return value
        }

        mutating func folder(for flag: String) throws(SandboxError) -> String {
            let path = try value(for: flag)
            guard LocalFolder.entries(in: path, atMost: 1) != nil else { throw .notAFolder(path, flag) }
            return path
        }

        mutating func number(for flag: String, upTo limit: Int) throws(SandboxError) -> Int {
            let text = try value(for: flag)
            guard let number = Int(text), (0...limit).contains(number) else {
                throw .notANumber(text, flag, upTo: limit)
            }
            return number
        }
    }
}
