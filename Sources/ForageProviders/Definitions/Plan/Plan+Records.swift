internal import ForageCore
internal import JSON

extension Plan {
    /// Returns the parts of an answer: its root, the list of its items, and their records.
    func scopes(
        of response: Response, for request: ProviderRequest
    ) throws(ProviderError) -> (answer: AnswerScope, list: JSONValue?, items: [AnswerScope]) {
        let answer = AnswerScope(AnswerReading(try reader(of: response).root.value))
        guard !isGone(answer, request) else { return (answer, nil, []) }
        switch place(for: request, in: answer) {
        case .ids(let place): return (answer, place.list(in: answer), followingItems(response))
        case .record(let path): return (answer, nil, [answer.with(path.value(in: answer))])
        case .list(let path, let areMembers):
            let lists = path.lists(in: answer, atMost: DraftReader.greatestRecordCount)
            let records = lists.flatMap { found in
                let records =
                    areMembers
                    ? found.list.children(atMost: DraftReader.greatestRecordCount)
                    : Array(found.list.elements)
                return records.asRecords(of: found.list).map { answer.with($0, outer: found.outer) }
            }
            let list = lists.first { $0.list.exists }?.list ?? path.outermost(in: answer)
            return (answer, list, records.prefix(DraftReader.greatestRecordCount).filter(isChosen))
        case nil: return (answer, nil, [])
        }
    }

    /// Reads the records at a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - scope: The answer.
    ///   - isOptional: True if the list may be missing.
    ///   - reader: Reads the records into drafts.
    /// - Returns: The number of records; for lists inside records, that of the outermost ones.
    func read(
        _ place: RecordPlace, _ scope: AnswerScope, isOptional: Bool, _ reader: inout DraftReader
    ) -> Int {
        switch place {
        case .ids: return 0
        case .record(let path):
            let record = Field(path.value(in: scope))
            guard record.exists, !record.isNull else {
                if reader.root.isComplete { reader.note(missing: record) }
                return 0
            }
            reader.compare([record], with: shape)
            read(scope.with(record.value), &reader)
            return 1
        case .list(let path, let areMembers):
            let records = records(at: path, areMembers: areMembers, scope, isOptional: isOptional, &reader)
            reader.compare(records.map { Field($0.record) }, with: shape)
            if !records.isEmpty { reader.compare([reader.root], with: answerShape) }
            for record in ordered(chosen(records, &reader)) where !scope.answer.isExhausted {
                read(record, &reader)
            }
            guard path.hasAny else { return records.count }
            return path.outermost(in: scope).children(atMost: DraftReader.greatestRecordCount).count
        }
    }

    private func read(_ scope: AnswerScope, _ reader: inout DraftReader) {
        let item = item
        reader.read(Field(scope.record)) { (_) throws(ProviderError) in try item.draft(scope) }
    }

    private func records(
        at path: AnswerPath, areMembers: Bool, _ scope: AnswerScope, isOptional: Bool,
        _ reader: inout DraftReader
    ) -> [AnswerScope] {
        let lists = path.lists(in: scope, atMost: DraftReader.greatestRecordCount)
        // Some records may have no list inside; if none of them has, the service has changed.
        let existing = path.hasAny ? lists.filter(\.list.hasContent) : lists
        if existing.isEmpty {
            let lost = lists.first?.list ?? path.outermost(in: scope)
            let isEmpty = lists.isEmpty ? lost.kind == .array : lists.contains(where: \.list.exists)
            if !isEmpty, !isOptional, reader.root.isComplete { reader.note(missing: Field(lost)) }
        }
        return existing.flatMap { found in
            reader.records(in: Field(found.list), areMembers: areMembers, isOptional: isOptional)
                .map(\.value).asRecords(of: found.list).map { scope.with($0, outer: found.outer) }
        }
    }

    // MARK: - Choice and order

    /// Returns the records that meet the conditions. If no record has a value to test, that is noted.
    private func chosen(_ records: [AnswerScope], _ reader: inout DraftReader) -> [AnswerScope] {
        let chosen = records.filter(isChosen)
        if chosen.isEmpty, let first = records.first {
            for condition in choice where condition.needsValue {
                let hasValue = records.contains { condition.path.value(in: $0).hasContent }
                if !hasValue { reader.note(missing: Field(condition.path.value(in: first))) }
            }
        }
        return chosen
    }

    /// Indicates whether a record meets the conditions. A damaged record is read, so that its loss is noted.
    private func isChosen(_ record: AnswerScope) -> Bool {
        choice.isEmpty || record.record.kind != .object || choice.areMet(by: record)
    }

    /// Returns the records sorted by their numbers; records without a number come last, in their original order.
    private func ordered(_ records: [AnswerScope]) -> [AnswerScope] {
        guard let order else { return records }
        let numbered = records.map { (number: order.number($0) ?? .infinity, record: $0) }
        return numbered.enumerated().sorted {
            ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
        }.map(\.element.record)
    }
}

extension [JSONValue] {
    /// Returns the records among the members of an object, which may have members of other kinds in addition.
    fileprivate func asRecords(of list: JSONValue) -> [JSONValue] {
        guard list.kind == .object, contains(where: { $0.kind == .object }) else { return self }
        return filter { $0.kind == .object }
    }
}
