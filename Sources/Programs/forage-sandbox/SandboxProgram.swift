internal import ForageSandbox
internal import Platform

@main
struct SandboxProgram {
    static func main() {
        exit(SandboxRun.main(CommandLine.arguments.dropFirst()))
    }
}
