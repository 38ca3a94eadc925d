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
