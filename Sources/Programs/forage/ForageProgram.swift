internal import CMemory
internal import ForageCommand
internal import Processes
internal import Sharing

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

@main
struct ForageProgram {
    static func main() {
        cmemory_take_in_large_steps()
        // A reader that left is noticed when writing, not by the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more.
        signal(SIGXFSZ, SIG_IGN)
        StartingThread.run { _ in
            let code = await CommandLineProgram.run(
                Array(CommandLine.arguments.dropFirst()), environment: OwnEnvironment.variables)
            exit(code.rawValue)
        }
    }
}
