import Testing

@Suite("What the program loads")
struct LinkageTests {
    @Test("libcurl only with the first request; never all of Foundation, a server or work on pictures")
    func linked() async throws {
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", "ldd \(BuiltPrograms.path(of: "forage"))"], in: Place()
        ).ending()
        #expect(ending.code == 0)
        for library in [
            "libcurl", "libFoundationNetworking", "libFoundation.so", "lib_FoundationICU", "libmicrohttpd",
            "libvips", "libchafa", "libglib",
        ] {
            #expect(!ending.output.contains(library))
        }
    }
}
