package import Essentials

extension CalendarDay {
    /// Holds that it has begun somewhere on earth, as a day has whose listing is wanted.
    ///
    /// - Parameters:
    ///   - name: What it is called where it was given, such as `--day`.
    ///   - now: The time.
    /// - Throws: ``QueryFault`` that says what to do instead.
    package func checkBeginning(as name: String, at now: Date = Date()) throws(QueryFault) {
        // Tomorrow has begun where the sun rises first.
        guard self <= CalendarDay(containing: now.addingTimeInterval(14 * 3_600)) else {
            throw .wish("\(name) \(self) is still to come; leave it out for the latest.")
        }
    }
}
