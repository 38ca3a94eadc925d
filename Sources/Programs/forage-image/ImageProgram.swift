internal import ImageWorker

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

@main
struct ImageProgram {
    static func main() {
        exit(OrderService.serve(CommandLine.arguments.dropFirst()))
    }
}
