@main
struct CacheConformance {
    static func main() {}
}
