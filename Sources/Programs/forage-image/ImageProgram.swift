internal import ImageWorker
internal import Platform

@main
struct ImageProgram {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        exit(OrderService.serve(arguments, isForHelp: !["--help", "-h"].filter(arguments.contains).isEmpty))
    }
}
