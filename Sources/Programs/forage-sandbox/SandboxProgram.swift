internal import ForageSandbox

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

@main
struct SandboxProgram {
    static func main() {
        exit(SandboxRun.main(CommandLine.arguments.dropFirst()))
    }
}
