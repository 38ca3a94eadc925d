import JSON
import Testing

/// A conversation with `forage mcp`.
struct AgentTalk {
    private let place: Place
    private let sandbox: String
    private let options: [String]

    /// - Parameters:
    ///   - place: The folder of the program.
    ///   - sandbox: The address of its sandbox; the shared one if nil.
    ///   - options: The arguments after `mcp`.
    /// - Throws: An error if the sandbox could not be started.
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

    /// Writes each line once all earlier requests are answered, and then ends the input. A line that begins
    /// with `until` is a shell condition to wait for.
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
