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

extension Category {
    static let trees = Category(
        singular: "tree", plural: "trees", theme: "Plants",
        heads: ["oak", "willow", "pine", "apple", "birch", "maple"],
        naming: .qualified(["silver", "weeping", "mountain", "marsh", "winter", "paper"]),
        openings: [
            "{The} is a slow tree with {colour} bark that prefers {habitat}.",
            "{The} was planted along the roads of {region} to keep off the wind.",
            "{The} stands alone more often than in woods, and grows as wide as it is tall.",
        ],
        details: [
            "It flowers for no more than {number} days in {season}.",
            "The wood is light and does not split, which made it the choice of boat builders.",
            "Its roots hold the banks together where the river turns below {place}.",
            "A mature tree shelters some {number} kinds of moth.",
            "The leaves turn {colour} first at the edges and then all at once.",
        ],
        closings: [
            "The oldest one known, at {place}, is written of in a letter from {year}.",
            "{person} grafted the form that is sold today.",
            "A seed takes two winters to wake.",
        ],
        facts: [
            Fact(label: "Height", values: ["6 m", "15 m", "28 m", "40 m"]),
            Fact(label: "Leaves", values: ["evergreen", "falling in autumn"]),
            Fact(label: "Soil", values: ["chalk", "sand", "clay", "peat"]),
        ])

    static let flowers = Category(
        singular: "flower", plural: "flowers", theme: "Plants",
        heads: ["poppy", "iris", "primrose", "orchid", "lily", "thistle"],
        naming: .qualified(["marsh", "snow", "tiger", "island", "paper", "evening"]),
        openings: [
            "{The} opens {colour} in {season} and closes before rain.",
            "{The} is a wild flower of {habitat} and a patient guest in gardens.",
            "{The} has {colour} petals with a dark line that leads bees to the middle.",
        ],
        details: [
            "It seeds itself into walls and between the sleepers of old railways.",
            "The scent is strongest in the {number} minutes after sunset.",
            "Only one kind of beetle can open the flower.",
            "Cut, it lasts {number} days in water, longer with the stem split.",
        ],
        closings: [
            "Children in {region} tell the weather by it.",
            "{person} carried the first bulbs to {place} in {year}.",
            "It is drawn on the tiles of the station at {place}.",
        ],
        facts: [
            Fact(label: "Height", values: ["10 cm", "35 cm", "60 cm", "1.2 m"]),
            Fact(label: "Flowers in", values: ["March", "May", "July", "September"]),
            Fact(label: "Life", values: ["one year", "two years", "many years"]),
        ])
}

extension Category {
    static let landmarks = Category(
        singular: "landmark", plural: "landmarks", theme: "Places",
        heads: ["lighthouse", "bridge", "castle", "windmill", "harbour", "market"],
        naming: .afterPlaces,
        openings: [
            "{The} was built in {year} by {person} and has hardly been altered since.",
            "{The} is the first thing that travellers see of {region}.",
            "{The} replaced a wooden one that the storm of {year} carried away.",
        ],
        details: [
            "Its {colour} stone was brought by boat from {place}.",
            "There are {number} steps to the top, and a bench halfway.",
            "From here one sees {habitat} on one side and the open sea on the other.",
            "The keeper's house beside it is a museum in {season}.",
            "It was painted in {colour} bands so that it could be told apart in fog.",
        ],
        closings: [
            "A footpath of {number} kilometres leads on to {place}.",
            "It is open on the first Sunday of the month.",
            "Painters came for the light long before the road was built.",
        ],
        facts: [
            Fact(label: "Built", values: ["1612", "1748", "1831", "1889", "1904"]),
            Fact(label: "Height", values: ["11 m", "24 m", "37 m", "52 m"]),
            Fact(label: "Material", values: ["granite", "brick", "cast iron", "oak"]),
        ])

    static let landscapes = Category(
        singular: "landscape", plural: "landscapes", theme: "Places",
        heads: ["lake", "mountain", "island", "waterfall", "valley", "glacier"],
        naming: .afterPlaces,
        openings: [
            "{The} lies between {habitat} and the hills of {region}.",
            "{The} was left behind when the ice drew back, and is deeper than it looks.",
            "{The} is reached on foot from {place} in about {number} hours.",
        ],
        details: [
            "In {season} the light turns the rock {colour} for a few minutes.",
            "The weather comes from the west and changes within the hour.",
            "A hut with {number} beds is kept open all year.",
            "Its name is far older than any map of {region}.",
        ],
        closings: [
            "{person} measured it in {year} and was wrong by less than a metre.",
            "The last wolves of {region} were seen here.",
            "A ferry stops below it when a flag is raised.",
        ],
        facts: [
            Fact(label: "Elevation", values: ["12 m", "340 m", "1,180 m", "2,960 m"]),
            Fact(label: "Area", values: ["0.8 km²", "14 km²", "96 km²"]),
            Fact(label: "Access", values: ["on foot", "by boat", "by road in summer"]),
        ])
}
