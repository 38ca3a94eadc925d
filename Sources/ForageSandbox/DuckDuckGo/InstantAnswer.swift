/// An answer of DuckDuckGo's service: every key it has, in its order, empty until it is set.
struct InstantAnswer {
    private var members: [(String, JSONLiteral)] = [
        ("Abstract", ""), ("AbstractSource", ""), ("AbstractText", ""), ("AbstractURL", ""), ("Answer", ""),
        ("AnswerType", ""), ("Definition", ""), ("DefinitionSource", ""), ("DefinitionURL", ""),
        ("Entity", ""),
        ("Heading", ""), ("Image", ""), ("ImageHeight", ""), ("ImageIsLogo", ""), ("ImageWidth", ""),
        ("Infobox", ""), ("Redirect", ""), ("RelatedTopics", []), ("Results", []), ("Type", ""),
        ("meta", InstantAnswer.filler),
    ]

    /// An answer that found something has numbers for the picture's size, also without a picture.
    static func found(type: String, heading: String) -> InstantAnswer {
        var answer = InstantAnswer()
        answer["Type"] = .string(type)
        answer["Heading"] = .string(heading)
        answer["ImageHeight"] = 0
        answer["ImageWidth"] = 0
        answer["ImageIsLogo"] = 0
        return answer
    }

    /// A key that is not there yet is added before `meta`.
    subscript(key: String) -> JSONLiteral? {
        get { members.first { $0.0 == key }?.1 }
        set {
            guard let newValue else { return }
            if let index = members.firstIndex(where: { $0.0 == key }) {
                members[index].1 = newValue
            } else {
                members.insert((key, newValue), at: members.count - 1)
            }
        }
    }

    var json: JSONLiteral { .object(members) }

    /// What stands in `meta` when there is nothing to say: it must never be shown.
    private static let filler: JSONLiteral = [
        "attribution": nil, "blockgroup": nil, "created_date": "2021-03-24", "description": "testing",
        "designer": nil, "dev_date": "2021-03-24", "dev_milestone": "development",
        "developer": [["name": "zt", "type": "duck.co", "url": "https://duck.co/user/zt"]],
        "example_query": "", "id": "just_another_test", "is_stackexchange": 0, "live_date": nil,
        "maintainer": ["github": ""], "name": "Just Another Test", "perl_module": "DDG::Lontail::AnotherTest",
        "producer": nil, "production_state": "offline", "repo": "fathead", "signal_from": "just_another_test",
        "src_domain": "how about there", "src_id": nil, "src_name": "hi there",
        "src_options": [
            "directory": "", "is_fanon": 0, "is_mediawiki": 0, "is_wikipedia": 0, "language": "",
            "min_abstract_length": nil, "skip_abstract": 0, "skip_abstract_paren": 0, "skip_icon": 0,
            "skip_image_name": 0, "skip_qr": "", "src_info": "", "src_skip": "",
        ],
        "src_url": "Hello there", "status": nil, "tab": "is this source", "topic": [], "unsafe": nil,
    ]

    static let source: JSONLiteral = [
        "attribution": nil, "created_date": nil, "description": "Encyclopaedia", "designer": nil,
        "dev_milestone": "live",
        "developer": [["name": "DDG Team", "type": "ddg", "url": "http://www.duckduckhack.com"]],
        "example_query": "", "id": "encyclopaedia_fathead", "is_stackexchange": nil, "live_date": nil,
        "maintainer": ["github": "duckduckgo"], "name": "Encyclopaedia", "production_state": "online",
        "src_domain": "encyclopaedia.example", "src_id": 1, "src_name": "Encyclopaedia",
        "src_options": ["is_mediawiki": 1, "is_wikipedia": 0, "language": "en", "min_abstract_length": "20"],
        "src_url": nil, "tab": "About", "topic": ["productivity"], "unsafe": 0,
    ]
}
