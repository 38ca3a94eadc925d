import Testing

@Suite("Libraries loaded by the program")
struct LinkageTests {
    @Test(
        "libcurl is loaded with the first request; Foundation as a whole, servers and image libraries never are"
    )
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
