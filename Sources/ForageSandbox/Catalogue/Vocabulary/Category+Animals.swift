extension Category {
    static let birds = Category(
        singular: "bird", plural: "birds", theme: "Animals",
        heads: ["owl", "gull", "heron", "kestrel", "finch", "wren"],
        naming: .qualified(["snowy", "tawny", "barn", "silver", "crested", "island"]),
        openings: [
            "{The} is a {colour} bird of {habitat}, met most often in {season}.",
            "{The} breeds along {habitat} between {place} and {place}.",
            "{The} is known for its call, which carries across {habitat} at dusk.",
        ],
        details: [
            "A pair keeps the same nest for up to {number} years and mends it with moss.",
            "It hunts low over the ground and listens more than it looks.",
            "The young leave after {number} days, long before they can fly well.",
            "Ringed birds from {place} have been seen as far away as {region}.",
            "Its feathers are edged with {colour}, so that it all but disappears at rest.",
        ],
        closings: [
            "Counts near {place} have gone up since the old hedges were replanted.",
            "The first useful drawing of one was made by {person} in {year}.",
            "It is the emblem of {place}.",
        ],
        facts: [
            Fact(label: "Wingspan", values: ["38 cm", "64 cm", "95 cm", "1.4 m"]),
            Fact(label: "Clutch", values: ["2 eggs", "3 to 5 eggs", "up to 7 eggs"]),
            Fact(label: "Active", values: ["by day", "by night", "at dusk"]),
        ])

    static let mammals = Category(
        singular: "mammal", plural: "mammals", theme: "Animals",
        heads: ["fox", "otter", "hare", "bat", "deer", "seal"],
        naming: .qualified(["mountain", "river", "striped", "silver", "dwarf", "island"]),
        openings: [
            "{The} is a shy animal of {habitat} that is easier to hear than to see.",
            "{The} lives in small families and marks its paths through {habitat}.",
            "{The} wears a {colour} coat in winter and sheds it late in {season}.",
        ],
        details: [
            "It sleeps through most of the day and feeds in the {number} hours around dawn.",
            "A mother carries her young one by one to a dry place before a storm.",
            "It swims well, and has been followed from {place} across to {place}.",
            "Its tracks are told from others by the short outer toe.",
            "In lean years it lives on berries, bark and whatever walkers drop.",
        ],
        closings: [
            "{person} kept a diary of one family of them for {number} winters.",
            "It has been protected around {place} since {year}.",
            "Older maps of {region} name a dozen hills after it.",
        ],
        facts: [
            Fact(label: "Length", values: ["9 cm", "55 cm", "80 cm", "1.3 m"]),
            Fact(label: "Diet", values: ["plants", "insects", "fish", "almost anything"]),
            Fact(label: "Active", values: ["by day", "by night", "at dusk"]),
        ])

    static let seaLife = Category(
        singular: "sea animal", plural: "sea animals", theme: "Animals",
        heads: ["crab", "whale", "octopus", "seahorse", "jellyfish", "starfish"],
        naming: .qualified(["harbour", "spotted", "glass", "silver", "arctic", "lantern"]),
        openings: [
            "{The} is found off {place}, where cold and warm currents meet.",
            "{The} is a {colour} creature of shallow water and spends its days under stones.",
            "{The} drifts with the tide and comes close to the coast in {season}.",
        ],
        details: [
            "It can change its colour from {colour} to {colour} within a minute.",
            "Most of what is known comes from {number} animals kept at the aquarium of {place}.",
            "It feels its way along the bottom and remembers where it has been.",
            "On still nights it gives off a faint light, for reasons that are still argued about.",
        ],
        closings: [
            "Fishermen of {region} take it for a sign of good weather.",
            "{person} described it in {year} from a sketch on a sail.",
            "A mosaic of it covers the floor of the old customs house in {place}.",
        ],
        facts: [
            Fact(label: "Depth", values: ["0 to 10 m", "5 to 60 m", "below 200 m"]),
            Fact(label: "Size", values: ["4 cm", "30 cm", "2 m", "14 m"]),
            Fact(label: "Lifespan", values: ["1 year", "6 years", "40 years"]),
        ])
}
