internal import ForageCore
internal import JSON
internal import Platform

extension ProjectCheck.Report {
    /// The report as JSON.
    package var json: String {
        JSONWriter.text(.pretty) { writer in
            writer.object { writer in
                writer.member("version", 1)
                writer.member("clean", isClean)
                writer.member("checked", count)
                writer.member("ignored", ignoredCount)
                writer.member("findings", all: findings) { writer, finding in
                    writer.object { writer in
                        writer.member("path", finding.path)
                        writer.member("rule", finding.rule.rawValue)
                        writer.member("reason", finding.reason)
                        writer.member("line", finding.line)
                        if case .renamed(let former) = finding.fault { writer.member("from", former) }
                        writer.member("resembles", finding.resembled)
                    }
                }
                writer.member("copies", all: copies.sorted { $0.key < $1.key }) { writer, copy in
                    writer.object { writer in
                        writer.member("path", copy.key)
                        writer.member("of", copy.value)
                    }
                }
            }
        } + "\n"
    }

    /// The report as annotations of a GitHub workflow, for a lock with this path in its repository.
    package func annotations(lock: String) -> String {
        let folder = lock.lastIndex(of: "/").map { String(lock[...$0]) } ?? ""
        return findings.map { finding in
            let properties = [
                "file=\((folder + finding.path).escapedForProperty)", "line=1",
                "title=credits: \(finding.rule.rawValue)".escapedForMessage,
            ]
            let place = finding.line.map { " (\(lock):\($0))" } ?? ""
            let message = "\(finding.path): \(finding.reason)\(place)".escapedForMessage
            return "::error \(properties.joined(separator: ","))::\(message)\n"
        }.joined()
    }

    /// The report in SARIF 2.1.0, for a lock with this path in its repository, by this version of the program.
    package func sarif(lock: String, version: String) -> String {
        let folder = lock.lastIndex(of: "/").map { String(lock[...$0]) } ?? ""
        return JSONWriter.text(.pretty) { writer in
            writer.object { writer in
                writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
                writer.member("version", "2.1.0")
                writer.array("runs") { writer in
                    writer.object { writer in
                        writer.object("tool") { writer in
                            writer.object("driver") { Self.writeDriver(to: &$0, version) }
                        }
                        writer.member("columnKind", "unicodeCodePoints")
                        writer.member("results", all: findings) { $1.write(to: &$0, lock: lock, folder) }
                    }
                }
            }
        } + "\n"
    }

    private static func writeDriver(to writer: inout JSONWriter, _ version: String) {
        writer.member("name", "Forage")
        writer.member("semanticVersion", version)
        writer.member("rules", all: CheckFinding.Rule.allCases) { writer, rule in
            writer.object { writer in
                writer.member("id", rule.rawValue)
                writer.object("shortDescription") { $0.member("text", rule.summary) }
                writer.object("defaultConfiguration") { $0.member("level", "error") }
            }
        }
    }
}

extension CheckFinding {
    fileprivate func write(to writer: inout JSONWriter, lock: String, _ folder: String) {
        writer.object { writer in
            writer.member("ruleId", rule.rawValue)
            writer.member("ruleIndex", Rule.allCases.firstIndex(of: rule))
            writer.member("level", "error")
            writer.object("message") { $0.member("text", "\(path): \(reason).") }
            writer.array("locations") { writer in
                writer.location(folder + path, line: 1)
            }
            if let line {
                writer.array("relatedLocations") { writer in writer.location(lock, line: line) }
            }
            writer.object("partialFingerprints") { writer in
                let text = "\(rule.rawValue) \(path)"
                writer.member("forage/v1", try? Digest.sha256.of(Array(text.utf8)).hex)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func location(_ path: String, line: Int) {
        object { writer in
            writer.object("physicalLocation") { writer in
                writer.object("artifactLocation") { writer in
                    writer.member("uri", PercentEncoding.encode(path, keeping: "/"))
                    writer.member("uriBaseId", "%SRCROOT%")
                }
                writer.object("region") { $0.member("startLine", line) }
            }
        }
    }
}

extension String {
    fileprivate var escapedForMessage: String {
        replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    fileprivate var escapedForProperty: String {
        escapedForMessage.replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
