internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch

extension Command {
    static let svgSize = Command(
        "svg-size", "Say how large SVGs are",
        operands: "FILE|FOLDER|URL|-…", takes: .file,
        options: [
            Output.formatOption(SVGSizeFormat.self),
            Option(
                "policy", value: "POLICY", takes: .oneOf(SVGSizeArguments.PolicyName.self),
                help: "Where no size is stated: viewBox (usual) or css, as browsers do"),
            Option("strict", help: "Refuse an SVG without its namespace, which browsers do not draw"),
            Option("timeout", "t", value: "TIME", help: "Wait at most this long for a URL (5s)"),
        ] + CacheArguments.options,
        discussion: """
            Reads no more of a file than its root element's tag takes, and opens nothing that it names. Folders
            are searched for .svg and .svgz; - is standard input. The exit code is 0 when all were measured, 3
            when some were, 1 when none was.
            """,
        examples: [
            "forage svg-size logo.svg",
            "forage svg-size icons --format jsonl",
            "forage svg-size https://example.org/logo.svg --policy css",
        ]
    ) { invocation in
        let job = try SVGSizeJob(invocation)
        return await invocation.interruption.cancelling { await job.run() }
    }
}
