internal import ImageWorker

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

@main
struct ImageProgram {
    static func main() {
        exit(Darkroom.serve(CommandLine.arguments.dropFirst()))
    }
}
