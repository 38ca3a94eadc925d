@main
struct ForageProgram {
    static func main() {}
}
