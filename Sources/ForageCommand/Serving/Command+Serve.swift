internal import Forage
internal import ForageCore

extension Command {
    /// Goes on as `forage-gallery`: no other run has a use for a server.
    static let serve = serve { invocation in
        // What is wrong with the command line is said here already.
        _ = try ServeArguments(invocation.arguments, invocation.environment)
        try SiblingProgram("forage-gallery").become(invocation.arguments.typed)
    }

    /// The same command, as `forage-gallery` carries it out.
    static func serving(by work: @escaping Serving.Work) -> Command {
        serve { invocation in
            let arguments = try ServeArguments(invocation.arguments, invocation.environment)
            let configuration = try invocation.configuration()
            return try await invocation.withForage(
                configuration, seal: invocation.cursorSeal, inMemory: true
            ) { forage in
                let door = PrivateDoor()
                defer { door.close() }
                let serving = arguments.serving(forage, invocation, door)
                let result: Result<Void, any Error> = await invocation.interruption.cancelling(
                    patiently: true
                ) {
                    do { return .success(try await work(serving)) } catch { return .failure(error) }
                }
                try result.get()
                return .success
            }
        }
    }

    private static func serve(
        _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) -> Command {
        Command(
            "serve", "Serve a gallery for the browser and a JSON API",
            options: [
                Option("port", value: "N", help: "Listen on this port (a free one)"),
                Option("host", value: "ADDRESS", help: "Listen on this address of this machine (127.0.0.1)"),
                Option(
                    "token", value: "FILE", unsaid: "", takes: .file,
                    help:
                        "Require this token: FILE's, $\(GalleryToken.variable)'s or a new one"
                ),
                Option(
                    "allow-host", value: "NAME", repeats: true,
                    help: "Answer to this name as well (comma-separated)"),
                Option("open", help: "Open the gallery in the browser"),
                SearchArguments.definitionOption, SearchArguments.noMeasureOption,
            ] + CacheArguments.options,
            discussion: """
                Prints the address and serves until it is interrupted; answers under way are finished first.
                Only programs on this machine can reach it, unless --host says otherwise, which needs --token.
                A new token is part of the address printed, and a browser that opens it gets a cookie; programs
                send Authorization: Bearer TOKEN. Nothing is encrypted. Your keys stay here, and pictures pass
                through here, except for services whose terms want them loaded from their own addresses.
                """,
            examples: [
                "forage serve --open", "forage serve --host 0.0.0.0 --port 8080 --token",
                "forage --sandbox serve",
            ],
            run: run)
    }
}
