extension Category {
    static let inventions = Category(
        singular: "invention", plural: "inventions", theme: "Inventions",
        heads: ["clock", "compass", "telescope", "lamp", "loom", "press"],
        naming: .qualified(["travelling", "harbour", "paper", "lantern", "evening", "glass"]),
        openings: [
            "{The} was invented in {place} by {person}, who had meant to build something else.",
            "{The} solved a problem that sailors of {region} had long given up on.",
            "{The} appeared in {year} and was copied within the month.",
        ],
        details: [
            "It has {number} moving parts and no screws at all.",
            "The first one was made of {colour} tin and leaked.",
            "It works upside down, which turned out to be its best feature.",
            "Its accuracy was not bettered for {number} years.",
        ],
        closings: [
            "The patent drawing hangs in the library of {place}.",
            "A working copy can be tried out in {place} every {season}.",
            "{person} later sold the rights for a boat.",
        ],
        facts: [
            Fact(label: "First shown", values: ["1684", "1751", "1822", "1876", "1911"]),
            Fact(label: "Power", values: ["a spring", "falling water", "a weight", "none"]),
        ])

    static let sciences = Category(
        singular: "science", plural: "sciences", theme: "Sciences",
        heads: ["botany", "optics", "astronomy", "geology", "acoustics", "meteorology"],
        naming: .uncounted(["field", "island", "harbour", "early", "practical", "winter"]),
        openings: [
            "{The} is the part of the subject that can be done with a notebook and good shoes.",
            "{The} grew out of the letters that {person} sent from {place}.",
            "{The} studies what happens over {habitat} through a whole year.",
        ],
        details: [
            "Its best known series of measurements covers {number} years without a gap.",
            "Half of its vocabulary was borrowed from fishermen.",
            "The society in {place} lends instruments to anyone who asks.",
            "A famous mistake of {year} is still part of every first lecture.",
        ],
        closings: [
            "The first textbook, by {person}, came out in {year}.",
            "It is taught in {place} on a boat.",
            "Most of its new results come from amateurs in {region}.",
        ],
        facts: [
            Fact(label: "Field", values: ["natural science", "applied science"]),
            Fact(label: "Society founded", values: ["1791", "1838", "1860", "1923"]),
        ])
}
