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
