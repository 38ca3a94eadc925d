extension Category {
    static let instruments = Category(
        singular: "instrument", plural: "instruments", theme: "Music",
        heads: ["flute", "harp", "drum", "lute", "bell", "organ"],
        naming: .qualified(["silver", "glass", "river", "paper", "travelling", "winter"]),
        openings: [
            "{The} is an instrument of {region} with a soft, slightly hoarse tone.",
            "{The} was made for dancing outdoors and is louder than it looks.",
            "{The} is tuned by warming it, and is played sitting down.",
        ],
        details: [
            "A good one is built from {number} pieces and takes a winter to dry.",
            "Players learn the {number} old tunes by ear before they are shown any notes.",
            "The body is {colour} at first and darkens with use.",
            "It is heard best in stone rooms.",
        ],
        closings: [
            "{person} brought it into the concert hall in {year}.",
            "The workshop in {place} still builds about {number} a year.",
            "Its festival is held in {place} every {season}.",
        ],
        facts: [
            Fact(label: "Range", values: ["one octave", "two octaves", "four octaves"]),
            Fact(label: "Played with", values: ["breath", "fingers", "a bow", "mallets"]),
            Fact(label: "Material", values: ["maple", "brass", "reed", "glass"]),
        ])

    static let foods = Category(
        singular: "food", plural: "foods", theme: "Kitchen",
        heads: ["loaf", "soup", "pie", "cheese", "dumpling", "cake"],
        naming: .qualified(["harbour", "apple", "winter", "smoked", "mountain", "honey"]),
        specials: ["Bread & butter pudding", "Crème caramel", "Smørrebrød", "“Poor knights”"],
        openings: [
            "{The} comes from the kitchens of {region}, where nothing was thrown away.",
            "{The} is eaten warm in {season}, usually out of the hand.",
            "{The} was the Friday dish of {place} for at least {number} generations.",
        ],
        details: [
            "The secret is to let it rest for {number} hours in a cool place.",
            "It should be golden on top and still soft in the middle.",
            "Every family leaves out one thing that the others swear by.",
            "A little seawater is used instead of salt.",
        ],
        closings: [
            "{person} printed the first recipe in {year}.",
            "It is sold from carts at the market of {place}.",
            "It keeps for a week, if nobody knows where it is.",
        ],
        facts: [
            Fact(label: "Course", values: ["starter", "main", "dessert", "any"]),
            Fact(label: "Served", values: ["hot", "cold", "warm"]),
            Fact(label: "Main ingredient", values: ["rye", "milk", "fish", "apples", "potatoes"]),
        ])

    static let crafts = Category(
        singular: "craft", plural: "crafts", theme: "Making",
        heads: ["pottery", "weaving", "bookbinding", "basketry", "joinery", "glassblowing"],
        naming: .uncounted(["island", "harbour", "winter", "paper", "travelling", "river"]),
        openings: [
            "{The} is still taught in {place}, in courses of {number} weeks.",
            "{The} began as work for {season}, when the boats stayed ashore.",
            "{The} uses nothing that does not grow or lie within a day's walk.",
        ],
        details: [
            "The {colour} dye comes from lichen and takes a month to make.",
            "Beginners learn to sharpen and to sweep before anything else.",
            "A piece is signed on the inside, where only the next mender will see it.",
            "The patterns of {region} can be told apart at a glance.",
        ],
        closings: [
            "{person} wrote the standard work on it in {year}.",
            "Its guild house in {place} is open to visitors.",
            "There is a waiting list of {number} years for the best workshops.",
        ],
        facts: [
            Fact(label: "Material", values: ["clay", "wool", "willow", "sand", "paper"]),
            Fact(label: "Apprenticeship", values: ["1 year", "3 years", "7 years"]),
        ])

    static let vehicles = Category(
        singular: "vehicle", plural: "vehicles", theme: "Travel",
        heads: ["ferry", "tram", "bicycle", "balloon", "locomotive", "sailboat"],
        naming: .qualified(["harbour", "mountain", "silver", "evening", "paper", "dwarf"]),
        openings: [
            "{The} ran between {place} and {place} until {year}.",
            "{The} was built for {habitat}, where nothing else would go.",
            "{The} is {colour}, slow and much loved.",
        ],
        details: [
            "It carries {number} people and, on market days, their hens.",
            "The brake is worked by a second person at the back.",
            "Spare parts are made by hand in {place}.",
            "It needs no timetable: it leaves when it is full.",
        ],
        closings: [
            "{person} restored the last one over {number} winters.",
            "It may be ridden on the first weekend of {season}.",
            "A model of it stands in the town hall of {place}.",
        ],
        facts: [
            Fact(label: "Top speed", values: ["9 km/h", "24 km/h", "55 km/h"]),
            Fact(label: "Drive", values: ["steam", "wind", "electric", "pedals"]),
            Fact(label: "In service", values: ["1871 to 1934", "1902 to 1968", "since 1926"]),
        ])
}

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
