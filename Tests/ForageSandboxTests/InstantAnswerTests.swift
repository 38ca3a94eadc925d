import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite(.timeLimit(.minutes(1)))
struct InstantAnswerTests {
    private let client: SandboxClient

    init() throws {
        client = try SandboxClient.shared.get()
    }

    @Test(
        "a query has an answer of the expected type",
        arguments: [
            ("owl", "A", "Owl"), ("snowy+owl", "A", "Snowy owl"), ("OWLS", "A", "Owl"),
            ("finch", "D", "Finch"),
            ("silver", "D", "Silver"), ("birds", "C", "Birds"), ("instruments", "C", "Instruments"),
            ("2%2B2", "E", ""), ("how+to+tie+a+knot", "", ""), ("", "", ""),
        ])
    func answersWithType(words: String, type: String, heading: String) async throws {
        let answer = try await client.search(words)
        #expect(answer["Type"].string == type)
        #expect(answer["Heading"].string == heading)
        #expect(answer.members.map(\.key).starts(with: ["Abstract", "AbstractSource", "AbstractText"]))
        #expect(answer["meta"].kind == .object)
    }

    @Test("the content type is that of a script, as at the service")
    func hasOddContentType() async throws {
        let reply = try await client.get("/api.duckduckgo.com/?q=owl&format=json")
        #expect(reply["Content-Type"] == "application/x-javascript; charset=UTF-8")
    }

    @Test("an article has text, source, a picture with a numeric size and several kinds of topics")
    func hasArticle() async throws {
        let answer = try await client.search("owl")
        #expect(answer["AbstractText"].string?.hasPrefix("The owl ") == true)
        #expect(answer["AbstractSource"].string == "Encyclopaedia")
        #expect(answer["AbstractURL"].string == "https://encyclopaedia.example/wiki/Owl")
        #expect(answer["Image"].string?.hasPrefix("/i/") == true)
        #expect(answer["ImageWidth"].int.map { $0 > 0 } == true)
        #expect(answer["Infobox"]["content"].elements.contains { $0["value"].kind == .object })
        let topics = Array(answer["RelatedTopics"].elements)
        #expect(topics.contains { $0["FirstURL"].string == "https://duckduckgo.com/Snowy_owl" })
        #expect(topics.contains { $0["Text"].string == "Birds" && $0["Icon"]["URL"].string == "" })
        #expect(topics.last?["Name"].string == "See also")
    }

    @Test("a landmark has an official site with an icon")
    func hasOfficialSite() async throws {
        let item = try #require(
            CatalogueTests.catalogue.items.first { $0.head == "lighthouse" && !$0.isGeneral })
        let answer = try await client.search(item.id.map { $0 == "-" ? "+" : String($0) }.joined())
        #expect(answer["Results"][0]["Text"].string == "Official site")
        #expect(answer["Results"][0]["Icon"]["Width"].int == 16)
        #expect(answer["Results"][0]["Icon"]["URL"].string == "/i/\(item.id).example.ico")
        #expect(answer["OfficialDomain"].string == "\(item.id).example")
    }

    @Test("topics have their link first or later, and icons with or without a size")
    func variesTopics() async throws {
        let topics = Array(try await client.search("birds")["RelatedTopics"].elements)
        #expect(topics.contains { $0["Result"].string?.hasPrefix("<a ") == true })
        #expect(topics.contains { $0["Result"].string?.hasPrefix("The <a ") == true })
        #expect(topics.contains { $0["Result"].string?.contains("</a><br>") == true })
        #expect(topics.contains { $0["Icon"]["Width"].kind == .number })
        #expect(topics.contains { $0["Icon"]["Width"].string == "" && $0["Icon"]["URL"].string != "" })
    }

    @Test("an ambiguous word has loose topics, groups, an empty group and “See also”")
    func disambiguates() async throws {
        let answer = try await client.search("silver")
        let names = answer["RelatedTopics"].elements.map { $0["Name"].string }
        #expect(names.prefix(3) == [nil, nil, nil])
        #expect(names.contains("Animals") && names.contains("Music"))
        #expect(names.suffix(2) == ["Other uses", "See also"])
        #expect(
            answer["RelatedTopics"].elements.contains {
                $0["Topics"].kind == .array && $0["Topics"].count == 0
            })
        #expect(answer["Abstract"].string == "")
        #expect(answer["AbstractURL"].string == "https://encyclopaedia.example/wiki/Silver_(disambiguation)")
        #expect(try await client.search("silver", "&format=json&skip_disambig=1")["Type"].string == "A")
    }

    @Test("all words of a query must match")
    func matchesByWords() async throws {
        #expect(try await client.search("owl+silver")["Heading"].string == "Silver owl")
        #expect(try await client.search("owl+xylograph")["Type"].string == "")
    }

    @Test("an empty answer has strings instead of numbers, and filler that must not be shown")
    func answersEmptily() async throws {
        let answer = try await client.search("xylograph")
        #expect(answer["ImageWidth"].string == "")
        #expect(answer["RelatedTopics"].count == 0)
        #expect(answer["meta"]["src_name"].string == "hi there")
    }

    @Test(
        "arithmetic is calculated",
        arguments: [
            ("2%2B2", "4"), ("2*(3-1)", "4"), ("7/2", "3.5"), ("-3*-3", "9"), ("1+%2B+1", "2"),
            ("2%2B3*4", "14"),
        ])
    func calculates(sum: String, result: String) async throws {
        let answer = try await client.search(sum)
        #expect(answer["Answer"].string == result)
        #expect(answer["AnswerType"].string == "calc")
    }

    @Test(
        "text that is not arithmetic has no result",
        arguments: ["1/0", "2%2B", "(2%2B2", "2%2B2)", "-", "1..2*3", "2**2"])
    func refusesSum(text: String) async throws {
        #expect(try await client.search(text)["Answer"].string == "")
    }

    @Test("an answer may be an object or a number")
    func variesAnswers() async throws {
        #expect(try await client.search("timer")["Answer"]["result"].string == "")
        #expect(try await client.search("roll+dice")["Answer"].kind == .number)
    }

    @Test("some words have a definition whose address contains a space")
    func defines() async throws {
        let heads = CatalogueTests.catalogue.items.filter(\.isGeneral).prefix(12).map(\.head)
        var addresses: [String] = []
        for head in heads { addresses.append(try await client.search(head)["DefinitionURL"].string ?? "") }
        #expect(addresses.contains { $0.contains(" ") } && addresses.contains(""))
    }

    @Test("a bang redirects, or returns its target as data on request")
    func redirectsBang() async throws {
        let target = "https://encyclopaedia.example/?search=owl"
        #expect(try await client.search("!w+owl")["Redirect"].string == target)
        let reply = try await client.get("/api.duckduckgo.com/?q=!w+owl&format=json")
        #expect(reply.status == 302)
        #expect(reply["Location"] == target)
    }

    @Test("without a format the answer is a web page")
    func answersWithPage() async throws {
        let reply = try await client.get("/api.duckduckgo.com/?q=owl")
        #expect(reply["Content-Type"] == "text/html; charset=utf-8")
        #expect(reply.text.contains("<!DOCTYPE html>"))
    }

    @Test("pretty printing, a callback and bold text depend on the request")
    func followsParameters() async throws {
        let pretty = try await client.get("/api.duckduckgo.com/?q=owl&format=json&pretty=1")
        #expect(pretty.text.hasPrefix("{\n"))
        let script = try await client.get("/api.duckduckgo.com/?q=owl&format=json&callback=show")
        #expect(script.text.hasPrefix("show({") && script.text.hasSuffix("});"))
        #expect(try await client.search("owl", "&format=json")["Abstract"].string?.hasPrefix("<b>") == true)
    }

    @Test("special characters in titles are escaped only in HTML and addresses")
    func escapesTitles() async throws {
        let topics = Array(try await client.search("foods")["RelatedTopics"].elements)
        let pudding = try #require(topics.first { $0["FirstURL"].string?.contains("butter") == true })
        #expect(pudding["FirstURL"].string == "https://duckduckgo.com/Bread_%26_butter_pudding")
        #expect(pudding["Result"].string?.contains(">Bread &amp; butter pudding</a>") == true)
        #expect(pudding["Text"].string?.hasPrefix("Bread & butter pudding") == true)
    }

    @Test("a query has the same answer in every sandbox with the same seed")
    func repeats() async throws {
        let target = "/api.duckduckgo.com/?q=silver&format=json"
        #expect(try await SandboxClient().get(target).body == client.get(target).body)
        #expect(try await SandboxClient("--seed", "3").get(target).body != client.get(target).body)
    }
}
