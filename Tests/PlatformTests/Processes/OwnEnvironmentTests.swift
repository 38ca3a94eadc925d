import Platform
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Environment variables of this process", .serialized)
struct OwnEnvironmentTests {
    @Test("variables equal those of the C library", arguments: ["a=b", "", "=", "ünïcode \u{1F33B}"])
    func known(value: String) throws {
        let name = "FORAGE_TEST_OF_VARIABLES"
        setenv(name, value, 1)
        defer { unsetenv(name) }
        let variables = OwnEnvironment.variables
        #expect(variables[name] == value)
        #expect(try #require(variables["PATH"]) == String(cString: getenv("PATH")))
        unsetenv(name)
        #expect(OwnEnvironment.variables[name] == nil)
    }
}
