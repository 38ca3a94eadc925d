/// The part of a list that a search goes for, and how long it goes on.
struct Window: Sendable {
    /// How many results come before it.
    var skipCount = 0
    /// How many it holds.
    let count: Int
    /// Whether nothing is wanted but the best result that has a picture.
    var isForPicture = false
    /// Whether each round has the whole time, and who failed is asked again in the next.
    var isUnhurried = false

    /// The place behind its last result.
    var end: Int { skipCount + count }
    /// The most rounds of one search; beyond it the window is short and the cursor leads on.
    var greatestRoundCount: Int { isUnhurried ? 200 : 50 }
}
