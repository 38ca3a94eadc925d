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
