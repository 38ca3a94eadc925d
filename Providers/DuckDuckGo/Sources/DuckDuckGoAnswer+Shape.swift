internal import ForageCore

extension DuckDuckGoAnswer {
    /// What even an answer to nonsense has, though most of it be empty. What it answers with may be of any type.
    static let shape: RecordShape = [
        "Heading": .text.orNothing, "AbstractText": .text.orNothing, "AbstractSource": .text.orNothing,
        "AbstractURL": .text.orNothing, "Definition": .text.orNothing, "DefinitionSource": .text.orNothing,
        "DefinitionURL": .text.orNothing, "Image": .text.orNothing, "ImageWidth": .number.orNothing,
        "ImageHeight": .number.orNothing, "RelatedTopics": .list.orNothing, "Results": .list.orNothing,
    ]
}

extension DuckDuckGoTopic {
    static let shape: RecordShape = [
        "Result": .text, "Text": .text, "Icon": .object.orNothing, "Icon/URL": .text.orNothing,
    ]

    /// Of a group of topics.
    static let groupShape: RecordShape = ["Name": .text, "Topics": .list.orNothing]
}
