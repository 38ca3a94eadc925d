import JSON
import Testing

/// What is said to `forage mcp`, and what it answers.
struct AgentTalk {
    private let place: Place
    private let sandbox: String
    private let options: [String]

    /// - Parameters:
    ///   - place: Where it runs.
    ///   - sandbox: Which sandbox it asks; the one for all when nil.
    ///   - options: What is typed behind `mcp`.
    /// - Throws: What kept the sandbox from starting.
    init(in place: Place, at sandbox: String? = nil, options: [String] = []) throws {
        self.place = place
        self.sandbox = try sandbox ?? SharedSandbox.address.get()
        self.options = options
    }

    static let greeting = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    ]

    static func call(_ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    /// Writes lines to the program, each once the answers to those before are there, and then no more. What begins with
    /// `until` is a test of the shell's that is waited for.
    func answers(to lines: [String]) async throws -> [JSONValue] {
        let script = #"""
            program=$1
            options=$2
            shift 2
            rm -f in
            mkfifo in
            : > out
            "$program" --sandbox mcp $options < in > out &
            exec 3> in
            expected=0
            for line; do
                case $line in
                    "until "*)
                        while ! eval "${line#until }"; do kill -0 $! || exit 1; sleep 0.02; done
                        continue ;;
                esac
                printf '%s\n' "$line" >&3
                case $line in '{"jsonrpc":"2.0","id":'*) expected=$((expected + 1)) ;; esac
                while [ "$(wc -l < out)" -lt $expected ]; do kill -0 $! || exit 1; sleep 0.02; done
            done
            exec 3>&-
            wait $!
            code=$?
            cat out
            exit $code
            """#
        let ending = try await RunningProgram(
            [
                "/bin/sh", "-c", script, "sh", BuiltPrograms.path(of: "forage"),
                options.joined(separator: " "),
            ] + lines, in: place,
            environment: ["FORAGE_SANDBOX": sandbox, "FORAGE_TIMEOUT": "50", "FORAGE_MEASURE": "false"]
        ).ending()
        #expect(ending.code == 0)
        #expect(ending.messages.isEmpty, "\(ending.messages)")
        return try ending.jsonLines
    }

    func result(of tool: String, _ arguments: String) async throws -> JSONValue {
        let answers = try await answers(to: Self.greeting + [Self.call(tool, arguments)])
        return try #require(answers.last)["result"]
    }
}
