internal import Forage
internal import ForageCore
internal import ForageFormats

extension Metrics {
    /// All figures, in their order.
    func text(_ traffic: Traffic.Count) -> String {
        let counts = counts
        var text = OpenMetricsText()
        text.family("forage_build", .info, "Which Forage this is.")
        text.sample("forage_build_info", ["version": Version.current], 1)
        write(counts, &text)
        write(traffic, &text)
        return text.finished()
    }

    private func write(_ counts: Counts, _ text: inout OpenMetricsText) {
        text.family("forage_provider_outcomes", .counter, "How providers ended.")
        for (provider, results) in counts.outcomes.inOrder {
            for (result, count) in results.inOrder {
                text.sample(
                    "forage_provider_outcomes_total", ["provider": provider.name, "result": result], count)
            }
        }
        text.family(
            "forage_provider_latency_seconds", .histogram, unit: "seconds",
            "How long services took that were asked.")
        for (provider, histogram) in counts.durations.inOrder {
            let name = "forage_provider_latency_seconds"
            for bucket in histogram.buckets {
                text.sample(
                    name + "_bucket", ["provider": provider.name, "le": bucket.bound], bucket.count)
            }
            text.sample(name + "_count", ["provider": provider.name], histogram.count)
            text.sample(name + "_sum", ["provider": provider.name], histogram.sum)
        }
        text.family("forage_requests", .counter, "What the gallery was asked and how it answered.")
        for (place, statuses) in counts.requests.inOrder {
            for (status, count) in statuses.inOrder {
                text.sample("forage_requests_total", ["route": place, "status": "\(status)"], count)
            }
        }
        text.family("forage_streams", .gauge, "Lists that are being told as they come.")
        text.sample("forage_streams", counts.streamCount)
        text.family("forage_refused_pictures", .counter, "Pictures that were not handed out, by the reason.")
        for reason in PictureRefusal.allCases {
            text.sample(
                "forage_refused_pictures_total", ["reason": reason.rawValue],
                counts.refusedPictures[reason] ?? 0)
        }
    }

    private func write(_ traffic: Traffic.Count, _ text: inout OpenMetricsText) {
        text.family("forage_cache_requests", .counter, "What the cache made of requests.")
        for (result, count) in [
            ("hit", traffic.freshCount), ("stale", traffic.staleCount), ("miss", traffic.missedCount),
        ] {
            text.sample("forage_cache_requests_total", ["result": result], count)
        }
        text.family("forage_cache_bytes", .counter, unit: "bytes", "What the cache handed out.")
        text.sample("forage_cache_bytes_total", traffic.keptByteCount)
        text.family("forage_fetched_bytes", .counter, unit: "bytes", "What came over the network, unpacked.")
        text.sample("forage_fetched_bytes_total", traffic.fetchedByteCount)
    }
}

extension Dictionary where Key: Comparable {
    fileprivate var inOrder: [(key: Key, value: Value)] { sorted { $0.key < $1.key } }
}
