#if os(Linux)
    import TestWording
    import Testing

    @Suite("A library that cannot be loaded")
    struct MissingLibraryTests {
        private let place: Place

        init() throws { place = try Place() }

        /// Runs the program with an empty file in place of each library.
        private func forage(_ words: [String], without libraries: [String]) async throws
            -> RunningProgram.Ending
        {
            for library in libraries { try place.write("", to: "broken/\(library)") }
            return try await RunningProgram(
                ["forage", "--sandbox"] + words, in: place,
                environment: [
                    "LD_LIBRARY_PATH": place.folder + "/broken",
                    "FORAGE_SANDBOX": SharedSandbox.address.get(),
                ]
            ).ending()
        }

        private let search = ["search", "owl", "--limit", "2", "--no-measure"]

        @Test("without libcurl, a search names the version that is needed")
        func network() async throws {
            let ending = try await forage(search, without: ["libcurl.so.4"])
            #expect(ending.code == 1)
            #expect(ending.messages.contains(Wording.Diagnosis.isNeeded("libcurl 7.85 or later")))
        }

        @Test("without SQLite, a search works, and one warning names the version that is needed")
        func database() async throws {
            let ending = try await forage(search, without: ["libsqlite3.so.0"])
            #expect(ending.outputLines.count == 2)
            let warnings = ending.messageLines.filter { $0.hasPrefix("forage: ") }
            #expect(warnings.count == 1, "\(ending.messages)")
            #expect(warnings.first?.contains(Wording.Diagnosis.isNeeded("SQLite 3.37 or later")) == true)
        }

        @Test("without the library for text, a search works")
        func text() async throws {
            let ending = try await forage(search, without: ["libutf8proc.so.2", "libutf8proc.so.3"])
            #expect(ending.outputLines.count == 2)
        }

        @Test(
            "the doctor names each that cannot be loaded",
            arguments: [
                ("libcurl", "libcurl.so.4"), ("libxml2", "libxml2.so.2"), ("SQLite", "libsqlite3.so.0"),
                ("libcrypto", "libcrypto.so.3"), ("zlib", "libz.so.1"),
            ])
        func doctor(name: String, file: String) async throws {
            let ending = try await forage(["doctor"], without: [file, "libxml2.so.16"])
            #expect(ending.code == 3)
            #expect(ending.outputLines.contains { $0.hasPrefix("failed\t\(name)\t") }, "\(ending.output)")
        }
    }
#endif
