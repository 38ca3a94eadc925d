internal import ImageWorker
internal import Platform

@main
struct ImageProgram {
    static func main() {
        exit(OrderService.serve(CommandLine.arguments.dropFirst()))
    }
}
