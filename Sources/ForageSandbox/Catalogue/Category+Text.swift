extension Category {
    /// All categories, each in a paragraph with its singular, plural and theme, followed by its words, sentences and
    /// facts.
    static let texts = """
        category: bird | birds | Animals
        heads: owl | gull | heron | kestrel | finch | wren
        qualified: snowy | tawny | barn | silver | crested | island
        opening: {The} is a {colour} bird of {habitat}, met most often in {season}.
        opening: {The} breeds along {habitat} between {place} and {place}.
        opening: {The} is known for its call, which carries across {habitat} at dusk.
        detail: A pair keeps the same nest for up to {number} years and mends it with moss.
        detail: It hunts low over the ground and listens more than it looks.
        detail: The young leave after {number} days, long before they can fly well.
        detail: Ringed birds from {place} have been seen as far away as {region}.
        detail: Its feathers are edged with {colour}, so that it all but disappears at rest.
        closing: Counts near {place} have gone up since the old hedges were replanted.
        closing: The first useful drawing of one was made by {person} in {year}.
        closing: It is the emblem of {place}.
        fact: Wingspan | 38 cm | 64 cm | 95 cm | 1.4 m
        fact: Clutch | 2 eggs | 3 to 5 eggs | up to 7 eggs
        fact: Active | by day | by night | at dusk

        category: mammal | mammals | Animals
        heads: fox | otter | hare | bat | deer | seal
        qualified: mountain | river | striped | silver | dwarf | island
        opening: {The} is a shy animal of {habitat} that is easier to hear than to see.
        opening: {The} lives in small families and marks its paths through {habitat}.
        opening: {The} wears a {colour} coat in winter and sheds it late in {season}.
        detail: It sleeps through most of the day and feeds in the {number} hours around dawn.
        detail: A mother carries her young one by one to a dry place before a storm.
        detail: It swims well, and has been followed from {place} across to {place}.
        detail: Its tracks are told from others by the short outer toe.
        detail: In lean years it lives on berries, bark and whatever walkers drop.
        closing: {person} kept a diary of one family of them for {number} winters.
        closing: It has been protected around {place} since {year}.
        closing: Older maps of {region} name a dozen hills after it.
        fact: Length | 9 cm | 55 cm | 80 cm | 1.3 m
        fact: Diet | plants | insects | fish | almost anything
        fact: Active | by day | by night | at dusk

        category: sea animal | sea animals | Animals
        heads: crab | whale | octopus | seahorse | jellyfish | starfish
        qualified: harbour | spotted | glass | silver | arctic | lantern
        opening: {The} is found off {place}, where cold and warm currents meet.
        opening: {The} is a {colour} creature of shallow water and spends its days under stones.
        opening: {The} drifts with the tide and comes close to the coast in {season}.
        detail: It can change its colour from {colour} to {colour} within a minute.
        detail: Most of what is known comes from {number} animals kept at the aquarium of {place}.
        detail: It feels its way along the bottom and remembers where it has been.
        detail: On still nights it gives off a faint light, for reasons that are still argued about.
        closing: Fishermen of {region} take it for a sign of good weather.
        closing: {person} described it in {year} from a sketch on a sail.
        closing: A mosaic of it covers the floor of the old customs house in {place}.
        fact: Depth | 0 to 10 m | 5 to 60 m | below 200 m
        fact: Size | 4 cm | 30 cm | 2 m | 14 m
        fact: Lifespan | 1 year | 6 years | 40 years

        category: tree | trees | Plants
        heads: oak | willow | pine | apple | birch | maple
        qualified: silver | weeping | mountain | marsh | winter | paper
        opening: {The} is a slow tree with {colour} bark that prefers {habitat}.
        opening: {The} was planted along the roads of {region} to keep off the wind.
        opening: {The} stands alone more often than in woods, and grows as wide as it is tall.
        detail: It flowers for no more than {number} days in {season}.
        detail: The wood is light and does not split, which made it the choice of boat builders.
        detail: Its roots hold the banks together where the river turns below {place}.
        detail: A mature tree shelters some {number} kinds of moth.
        detail: The leaves turn {colour} first at the edges and then all at once.
        closing: The oldest one known, at {place}, is written of in a letter from {year}.
        closing: {person} grafted the form that is sold today.
        closing: A seed takes two winters to wake.
        fact: Height | 6 m | 15 m | 28 m | 40 m
        fact: Leaves | evergreen | falling in autumn
        fact: Soil | chalk | sand | clay | peat

        category: flower | flowers | Plants
        heads: poppy | iris | primrose | orchid | lily | thistle
        qualified: marsh | snow | tiger | island | paper | evening
        opening: {The} opens {colour} in {season} and closes before rain.
        opening: {The} is a wild flower of {habitat} and a patient guest in gardens.
        opening: {The} has {colour} petals with a dark line that leads bees to the middle.
        detail: It seeds itself into walls and between the sleepers of old railways.
        detail: The scent is strongest in the {number} minutes after sunset.
        detail: Only one kind of beetle can open the flower.
        detail: Cut, it lasts {number} days in water, longer with the stem split.
        closing: Children in {region} tell the weather by it.
        closing: {person} carried the first bulbs to {place} in {year}.
        closing: It is drawn on the tiles of the station at {place}.
        fact: Height | 10 cm | 35 cm | 60 cm | 1.2 m
        fact: Flowers in | March | May | July | September
        fact: Life | one year | two years | many years

        category: landmark | landmarks | Places
        heads: lighthouse | bridge | castle | windmill | harbour | market
        opening: {The} was built in {year} by {person} and has hardly been altered since.
        opening: {The} is the first thing that travellers see of {region}.
        opening: {The} replaced a wooden one that the storm of {year} carried away.
        detail: Its {colour} stone was brought by boat from {place}.
        detail: There are {number} steps to the top, and a bench halfway.
        detail: From here one sees {habitat} on one side and the open sea on the other.
        detail: The keeper's house beside it is a museum in {season}.
        detail: It was painted in {colour} bands so that it could be told apart in fog.
        closing: A footpath of {number} kilometres leads on to {place}.
        closing: It is open on the first Sunday of the month.
        closing: Painters came for the light long before the road was built.
        fact: Built | 1612 | 1748 | 1831 | 1889 | 1904
        fact: Height | 11 m | 24 m | 37 m | 52 m
        fact: Material | granite | brick | cast iron | oak

        category: landscape | landscapes | Places
        heads: lake | mountain | island | waterfall | valley | glacier
        opening: {The} lies between {habitat} and the hills of {region}.
        opening: {The} was left behind when the ice drew back, and is deeper than it looks.
        opening: {The} is reached on foot from {place} in about {number} hours.
        detail: In {season} the light turns the rock {colour} for a few minutes.
        detail: The weather comes from the west and changes within the hour.
        detail: A hut with {number} beds is kept open all year.
        detail: Its name is far older than any map of {region}.
        closing: {person} measured it in {year} and was wrong by less than a metre.
        closing: The last wolves of {region} were seen here.
        closing: A ferry stops below it when a flag is raised.
        fact: Elevation | 12 m | 340 m | 1,180 m | 2,960 m
        fact: Area | 0.8 km² | 14 km² | 96 km²
        fact: Access | on foot | by boat | by road in summer

        category: instrument | instruments | Music
        heads: flute | harp | drum | lute | bell | organ
        qualified: silver | glass | river | paper | travelling | winter
        opening: {The} is an instrument of {region} with a soft, slightly hoarse tone.
        opening: {The} was made for dancing outdoors and is louder than it looks.
        opening: {The} is tuned by warming it, and is played sitting down.
        detail: A good one is built from {number} pieces and takes a winter to dry.
        detail: Players learn the {number} old tunes by ear before they are shown any notes.
        detail: The body is {colour} at first and darkens with use.
        detail: It is heard best in stone rooms.
        closing: {person} brought it into the concert hall in {year}.
        closing: The workshop in {place} still builds about {number} a year.
        closing: Its festival is held in {place} every {season}.
        fact: Range | one octave | two octaves | four octaves
        fact: Played with | breath | fingers | a bow | mallets
        fact: Material | maple | brass | reed | glass

        category: food | foods | Kitchen
        heads: loaf | soup | pie | cheese | dumpling | cake
        qualified: harbour | apple | winter | smoked | mountain | honey
        specials: Bread & butter pudding | Crème caramel | Smørrebrød | “Poor knights”
        opening: {The} comes from the kitchens of {region}, where nothing was thrown away.
        opening: {The} is eaten warm in {season}, usually out of the hand.
        opening: {The} was the Friday dish of {place} for at least {number} generations.
        detail: The secret is to let it rest for {number} hours in a cool place.
        detail: It should be golden on top and still soft in the middle.
        detail: Every family leaves out one thing that the others swear by.
        detail: A little seawater is used instead of salt.
        closing: {person} printed the first recipe in {year}.
        closing: It is sold from carts at the market of {place}.
        closing: It keeps for a week, if nobody knows where it is.
        fact: Course | starter | main | dessert | any
        fact: Served | hot | cold | warm
        fact: Main ingredient | rye | milk | fish | apples | potatoes

        category: craft | crafts | Making
        heads: pottery | weaving | bookbinding | basketry | joinery | glassblowing
        uncounted: island | harbour | winter | paper | travelling | river
        opening: {The} is still taught in {place}, in courses of {number} weeks.
        opening: {The} began as work for {season}, when the boats stayed ashore.
        opening: {The} uses nothing that does not grow or lie within a day's walk.
        detail: The {colour} dye comes from lichen and takes a month to make.
        detail: Beginners learn to sharpen and to sweep before anything else.
        detail: A piece is signed on the inside, where only the next mender will see it.
        detail: The patterns of {region} can be told apart at a glance.
        closing: {person} wrote the standard work on it in {year}.
        closing: Its guild house in {place} is open to visitors.
        closing: There is a waiting list of {number} years for the best workshops.
        fact: Material | clay | wool | willow | sand | paper
        fact: Apprenticeship | 1 year | 3 years | 7 years

        category: vehicle | vehicles | Travel
        heads: ferry | tram | bicycle | balloon | locomotive | sailboat
        qualified: harbour | mountain | silver | evening | paper | dwarf
        opening: {The} ran between {place} and {place} until {year}.
        opening: {The} was built for {habitat}, where nothing else would go.
        opening: {The} is {colour}, slow and much loved.
        detail: It carries {number} people and, on market days, their hens.
        detail: The brake is worked by a second person at the back.
        detail: Spare parts are made by hand in {place}.
        detail: It needs no timetable: it leaves when it is full.
        closing: {person} restored the last one over {number} winters.
        closing: It may be ridden on the first weekend of {season}.
        closing: A model of it stands in the town hall of {place}.
        fact: Top speed | 9 km/h | 24 km/h | 55 km/h
        fact: Drive | steam | wind | electric | pedals
        fact: In service | 1871 to 1934 | 1902 to 1968 | since 1926

        category: invention | inventions | Inventions
        heads: clock | compass | telescope | lamp | loom | press
        qualified: travelling | harbour | paper | lantern | evening | glass
        opening: {The} was invented in {place} by {person}, who had meant to build something else.
        opening: {The} solved a problem that sailors of {region} had long given up on.
        opening: {The} appeared in {year} and was copied within the month.
        detail: It has {number} moving parts and no screws at all.
        detail: The first one was made of {colour} tin and leaked.
        detail: It works upside down, which turned out to be its best feature.
        detail: Its accuracy was not bettered for {number} years.
        closing: The patent drawing hangs in the library of {place}.
        closing: A working copy can be tried out in {place} every {season}.
        closing: {person} later sold the rights for a boat.
        fact: First shown | 1684 | 1751 | 1822 | 1876 | 1911
        fact: Power | a spring | falling water | a weight | none

        category: science | sciences | Sciences
        heads: botany | optics | astronomy | geology | acoustics | meteorology
        uncounted: field | island | harbour | early | practical | winter
        opening: {The} is the part of the subject that can be done with a notebook and good shoes.
        opening: {The} grew out of the letters that {person} sent from {place}.
        opening: {The} studies what happens over {habitat} through a whole year.
        detail: Its best known series of measurements covers {number} years without a gap.
        detail: Half of its vocabulary was borrowed from fishermen.
        detail: The society in {place} lends instruments to anyone who asks.
        detail: A famous mistake of {year} is still part of every first lecture.
        closing: The first textbook, by {person}, came out in {year}.
        closing: It is taught in {place} on a boat.
        closing: Most of its new results come from amateurs in {region}.
        fact: Field | natural science | applied science
        fact: Society founded | 1791 | 1838 | 1860 | 1923
        """
}
